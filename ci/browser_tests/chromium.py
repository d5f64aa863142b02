# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven by Debian's Selenium and chromium-driver."""
import base64
import json
import pathlib
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", "--use-angle=swiftshader",
         "--enable-unsafe-swiftshader"]


class Page:
    """One page, with its errors and requests."""

    def __init__(self, seconds=60, flags=()):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium-headless-shell")
        for flag in [*FLAGS, *flags]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = Service(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(service=service, options=options)
        self.driver.set_page_load_timeout(seconds)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def call(self, method, **parameters):
        """A command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(method, parameters)

    def open(self, file, anchor=""):
        """Opens a file or an address; first about:blank, because Chromium does not reload a file for another anchor."""
        is_address = str(file).startswith(("about:", "http:"))
        self.driver.get(file if is_address else pathlib.Path(file).resolve().as_uri() + anchor)

    def run(self, script):
        """The value of a JavaScript expression."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def complaints(self):
        """Errors on the console, exceptions, and requests for anything but files opened here."""
        found = [entry["message"] for entry in self.driver.get_log("browser")
                 if entry["level"] == "SEVERE"]
        for entry in self.driver.get_log("performance"):
            event = json.loads(entry["message"])["message"]
            asked = event["params"] if event["method"] == "Network.requestWillBeSent" else None
            if asked and asked.get("type") != "Document":
                found.append("asks for " + asked["request"]["url"][:200])
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
        """Role and name of all focusable elements in the accessibility tree."""
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
        """The difference of two pictures of one size, computed in a page whose policy allows reading them."""
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
