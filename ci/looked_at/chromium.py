# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven through its pipe by the DevTools protocol; nothing but Python's own library."""
import base64
import json
import os
import pathlib
import select
import subprocess
import tempfile
import time

PROGRAM = "chromium-headless-shell"
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", "--use-angle=swiftshader",
         "--enable-unsafe-swiftshader", "--remote-debugging-pipe"]


class Page:
    """One page, and all that it complained of or asked for."""

    def __init__(self, seconds=60):
        self.seconds = seconds
        self.folder = tempfile.TemporaryDirectory(prefix="bindpose-page-", ignore_cleanup_errors=True)
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        self.process = subprocess.Popen(
            ["bash", "-c", 'exec "$@" 3<&"$IN" 4>&"$OUT"', "bash", PROGRAM, f"--user-data-dir={self.folder.name}",
             *FLAGS, "about:blank"], pass_fds=(to_browser, from_browser),
            env={**os.environ, "IN": str(to_browser), "OUT": str(from_browser)}, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        self.folder.cleanup()

    def receive(self):
        end = time.monotonic() + self.seconds
        while b"\0" not in self.buffer:
            if not select.select([self.read_end], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            more = os.read(self.read_end, 1 << 20)
            if not more:
                raise EOFError("the browser has ended")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        while True:
            for event in self.events:
                if event.get("method") == method:
                    self.events.remove(event)
                    return
            self.events.append(self.receive())

    def open(self, file, anchor=""):
        """A file, or about:blank: between two places of one file, which would otherwise not load again."""
        address = file if file == "about:blank" else pathlib.Path(file).resolve().as_uri() + anchor
        self.call("Page.navigate", url=address)
        self.wait_for("Page.loadEventFired")

    def run(self, script):
        """What a JavaScript expression gives."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def complaints(self):
        """Errors on the console, exceptions, and requests for anything but files opened here."""
        found = []
        for event in self.events:
            method, told = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(told["exceptionDetails"].get("exception", {}).get("description", str(told)))
            if method == "Log.entryAdded" and told["entry"]["level"] == "error":
                found.append(told["entry"]["text"])
            if method == "Runtime.consoleAPICalled" and told["type"] in ("error", "assert"):
                found.append(str(told["args"]))
            if method == "Network.requestWillBeSent" and told.get("type") != "Document":
                found.append("asks for " + told["request"]["url"][:200])
        return found

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def drag(self, start, end):
        self.mouse("mousePressed", *start, button="left", buttons=1, clickCount=1)
        for step in range(1, 6):
            self.mouse("mouseMoved", *(a + (b - a) * step / 5 for a, b in zip(start, end)), button="left", buttons=1)
        self.mouse("mouseReleased", *end, button="left", clickCount=1)

    def click(self, x, y):
        self.drag((x, y), (x, y))

    def key(self, name):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def key_press(self, name, text="\r"):
        """A key that also types: Enter."""
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=name, text=text, windowsVirtualKeyCode=ord(text))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name, windowsVirtualKeyCode=ord(text))

    def window(self, width, height, scheme="light"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def controls(self):
        """Role and name of all that takes the focus, as the accessibility tree has them."""
        def takes_focus(node):
            return any(each["name"] == "focusable" and each["value"]["value"] for each in node.get("properties", []))
        return [(node["role"]["value"], node.get("name", {}).get("value", "").strip())
                for node in self.call("Accessibility.getFullAXTree")["nodes"]
                if not node["ignored"] and takes_focus(node) and node["role"]["value"] != "RootWebArea"]

    def printed(self):
        """As a PDF."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])

    def picture(self):
        """A PNG, in base 64."""
        return self.call("Page.captureScreenshot", format="png")["data"]

    def share_of_other_dots(self, one, other):
        """Of two pictures of one size; asked of a page whose policy lets it read them."""
        return self.run("""(async () => { const dots = async (picture) => { const image = new Image();
              image.src = 'data:image/png;base64,' + picture; await image.decode();
              const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
              pen.drawImage(image, 0, 0);
              return pen.getImageData(0, 0, image.width, image.height).data; };
            const [a, b] = [await dots('%s'), await dots('%s')];
            let others = 0;
            for (let i = 0; i < a.length; i += 4) if ([0, 1, 2].some((c) => Math.abs(a[i + c] - b[i + c]) > 2)) ++others;
            return 4 * others / a.length; })()""" % (one, other))

    def screenshot(self, file):
        picture = self.call("Page.captureScreenshot", format="webp", quality=70)["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(picture))
