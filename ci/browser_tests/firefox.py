# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Firefox, driven through its Marionette port; with Python's own library only."""
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import time


class Firefox:
    """The part of chromium.Page that the checks need."""

    def __init__(self, seconds=60, display="", preferences=()):
        """display: of an X server, where Firefox has WebGL 2 with transform feedback; without one it is headless. preferences: set to true."""
        self.folder = tempfile.TemporaryDirectory(prefix="bindpose-firefox-", ignore_cleanup_errors=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        pathlib.Path(self.folder.name, "user.js").write_text(
            f'user_pref("marionette.port", {port});\nuser_pref("webgl.force-enabled", true);\n'
            'user_pref("datareporting.policy.dataSubmissionEnabled", false);\nuser_pref("app.update.auto", false);\n'
            + "".join(f'user_pref("{each}", true);\n' for each in preferences))
        self.process = subprocess.Popen(["firefox-esr", *([] if display else ["--headless"]), "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", self.folder.name],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.folder.name, "DISPLAY": display})
        end = time.monotonic() + seconds
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
        self.buffer, self.number = b"", 0
        self.receive()  # the greeting
        self.call("WebDriver:NewSession", strictFileInteractability=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def receive(self):
        while b":" not in self.buffer:
            self.buffer += self.socket.recv(1 << 16)
        size, self.buffer = self.buffer.split(b":", 1)
        while len(self.buffer) < int(size):
            self.buffer += self.socket.recv(1 << 20)
        text, self.buffer = self.buffer[:int(size)], self.buffer[int(size):]
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        text = json.dumps([0, self.number, method, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(f"{method}: {error}")
        return result

    def window(self, width, height, scheme="light"):
        """Sets the page's size. Firefox has a minimum width of windows, so the page is shown in a narrower frame."""
        self.call("Marionette:SetContext", value="chrome")
        self.call("WebDriver:ExecuteScript", args=[width, height, scheme == "dark"], script="""
            const [width, height, isDark] = arguments, browser = gBrowser.selectedBrowser;
            Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", isDark ? 0 : 1);
            browser.style.flex = "none"; browser.style.width = width + "px"; browser.style.height = height + "px";""")
        self.call("Marionette:SetContext", value="content")

    def open(self, file, anchor=""):
        is_address = str(file).startswith(("about:", "http:"))
        self.call("WebDriver:Navigate", url=file if is_address else pathlib.Path(file).resolve().as_uri() + anchor)

    def run(self, script):
        return self.call("WebDriver:ExecuteScript", script=f"return ({script});", args=[])["value"]
