# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Opens the page of ci/page in Chromium and Firefox, unchanged and with faults between the page and the device."""
import argparse
import base64
import contextlib
import functools
import gzip
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

from ci.browser_tests import reading
from ci.browser_tests.arm import CLIP, Arm
from ci.browser_tests.chromium import Page
from ci.browser_tests.firefox import Firefox

MIB = 1024 * 1024
ALL, BEFORE_FIRST_NUMBER = 8 * MIB, 3 * MIB  # gzip -9
PICTURES = {("passed", 1440, "dark"), ("passed", 390, "light"), ("failed", 1440, "light"), ("failed", 390, "dark"),
            ("playground", 1440, "light"), ("dropped", 390, "light")}  # of README.md
PREFERENCES = ("webgl.disable-fail-if-major-performance-caveat", "gfx.x11-egl.force-enabled", "layers.acceleration.force-enabled")
PARTS = ("sizes", "chromium", "agree", "ends", "faults", "screen", "webgpu", "playground", "firefox")
JUDGE_FILES = ("page.css", "view.js", "page.js", "worker.js", "judge.wasm", "webgl.js")
WEBGPU_FILES = (*JUDGE_FILES[:-1], "webgpu.js", "translator.wasm")
WEBGPU_FLAGS = ("--enable-unsafe-webgpu", "--enable-webgpu-developer-features", "--use-webgpu-adapter=swiftshader")
PLAYGROUND_FILES = ("page.css", "view.js", "playground.js", "play_worker.js", "play.wasm")
problems = []


def expect(is_so, words):
    print(("  ok    " if is_so else "  WRONG ") + words, flush=True)
    if not is_so:
        problems.append(words)


def before_call(target, name, change):
    """JavaScript that changes the arguments of each call of a function. `change` may assign to the array `a`."""
    return f"{{ const on = {target}, own = on.{name}; on.{name} = function (...a) {{ {change} return own.apply(this, a); }}; }}"


GL = "WebGL2RenderingContext.prototype"
# Rounds to the 11 bits of a half float.
HALF = "const { fround } = Math, half = (x) => { const c = fround(x * 8193); return fround(c - fround(c - x)); };"
THROWS = "if (said[0] === 'ran') throw 1;"  # as the address of a C++ exception
ROUNDED = "a[a.length - 1] = new Float32Array(a[a.length - 1]).map(half);"

# Faults of a driver: name, JavaScript that the worker runs first, and the variants by which the tests must fail,
# or texts.
FAULTS = (
    ("a uniform block begins 16 bytes late", before_call(GL, "bufferData", """if (a[0] === this.UNIFORM_BUFFER) {
        const late = new Uint8Array(a[1].length); late.set(a[1].subarray(0, a[1].length - 16), 16); a[1] = late; }"""), {"palette": {"ubo", "instance-base"}}, ""),
    ("a uniform block is the one of the previous draw", "let before;" + before_call(GL, "bufferData", """if (a[0] === this.UNIFORM_BUFFER) {
        const now = a[1]; if (before?.length === now.length) a[1] = before; before = now.slice(); }"""), {"palette": {"ubo", "instance-base"}}, ""),
    ("uniform arrays have half precision", HALF + before_call(GL, "uniform4fv", ROUNDED), {"palette": {"uniform-array"}}, ""),
    ("uniform arrays end after two vectors", before_call(GL, "uniform4fv", "a[1] = a[1].map((x, i) => (i < 8 ? x : 0));"),
     {"palette": {"uniform-array"}}, ""),
    ("textures have half precision", before_call(GL, "texImage2D", "if (a[2] === this.RGBA32F) a[2] = this.RGBA16F;"),
     {"palette": {"texture"}}, ""),
    ("the last vertex is not drawn", before_call(GL, "drawArrays", "if (a[2] > 3) --a[2];"), {"draw": {"arrays", "first"}},
     "TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN"),
    ("the first vertex of a draw is ignored", before_call(GL, "drawArrays", "a[1] = 0;"), {"draw": {"first"}}, ""),
    ("instances do not advance attributes", before_call(GL, "vertexAttribDivisor", "a[1] = 0;"), {"draw": {"instanced"}}, ""),
    ("strides are ignored", before_call(GL, "vertexAttribPointer", "a[4] = 0;"), 
     {"vertices": {"implicit", "integers", "interleaved", "narrow", "normalized", "odd-strides"}}, ""),
    ("normalized integers are not normalized", before_call(GL, "vertexAttribPointer", "a[3] = false;"), {"vertices": {"normalized"}}, ""),
    ("capture begins one number late", before_call(GL, "bindBufferRange", "if (a[0] === this.TRANSFORM_FEEDBACK_BUFFER) a[3] += 4;"), {}, "INVALID_OUTPUT"),
    ("the page reads back the buffer from before the draw", f"{{ const own = {GL}.getBufferSubData; {GL}.getBufferSubData = function (a, b, to) {{ to.fill(0); }}; }}",
     {}, "INVALID_OUTPUT"),
)


def before_unmap(condition, change):
    """JavaScript that changes the bytes `b` of a buffer of WebGPU before the device gets them."""
    return f"""{{ const on = GPUBuffer.prototype, {{ getMappedRange, unmap }} = on, ranges = new WeakMap();
        on.getMappedRange = function (...a) {{ const b = getMappedRange.apply(this, a); ranges.set(this, b); return b; }};
        on.unmap = function () {{ const b = ranges.get(this); if (b && {condition}) {{ {change} }} return unmap.call(this); }}; }}"""


IS_PALETTE = "this.usage & GPUBufferUsage.UNIFORM && b.byteLength > 64"
WEBGPU_FAULTS = (
    ("a uniform buffer begins 16 bytes late", before_unmap(IS_PALETTE, "new Uint8Array(b).copyWithin(16, 0);"), {"palette": {"ubo"}}, ""),
    ("uniform buffers have half precision", HALF + before_unmap(IS_PALETTE, "new Float32Array(b).set(new Float32Array(b).map(half));"), {"palette": {"ubo"}}, ""),
    ("the last work group does not run", before_call("GPUComputePassEncoder.prototype", "dispatchWorkgroups", "if (a[0] > 1) --a[0];"), {}, "INVALID_OUTPUT"),
    ("capture begins one number late", before_call("GPUCommandEncoder.prototype", "copyBufferToBuffer", "a[1] += 4; a[4] -= 4;"), {}, "INVALID_OUTPUT"),
    ("the page reads back zeros", before_call("GPUCommandEncoder.prototype", "copyBufferToBuffer", "a[4] = 0;"), {}, "INVALID_OUTPUT"),
)


class Server:
    """Serves the folder on its own port, with JavaScript that runs before the worker."""

    def __init__(self, folder):
        self.before, self.requests, self.has_policy = "", [], True
        self.missing = None
        server = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                path = self.path.split("?")[0]
                server.requests.append(path)
                if path == server.missing:
                    return self.send_error(404)
                if path in ("/worker.js", "/play_worker.js"):
                    kind, text = "text/javascript", server.before + "\n" + pathlib.Path(folder, path[1:]).read_text()
                elif path == "/" and not server.has_policy:
                    kind, text = "text/html", re.sub("<meta http-equiv.*>", "", pathlib.Path(folder, "index.html").read_text())
                else:
                    return super().do_GET()
                text = text.encode()
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                return self.wfile.write(text)

            def end_headers(self):
                self.send_header("Cache-Control", "no-store")
                super().end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"


def texts(page):
    """The texts of the page at the end of its run."""
    return page.run("""Object.fromEntries([['state', document.documentElement.dataset.state], ['result', globalThis.bindposeResult ?? null],
        ['has_info', !document.getElementById('more').hidden],
        ...['verdict', 'words', 'device', 'browser', 'backend', 'ran', 'numbers', 'time', 'causes', 'variants', 'info', 'text'].map((id) =>
        [id, document.getElementById(id).textContent])])""")


def run_page(page, server, query, before="", seconds=1800):
    """Opens the page with this query, and waits for its verdict."""
    server.before = before
    page.open("about:blank")
    page.open(server.address + "?" + query)
    if "run=1" not in query:  # starts by the keyboard
        page.run("document.getElementById('start').focus()")
        page.key_press("Enter")
    end = time.monotonic() + seconds
    while page.run("document.documentElement.dataset.state") in ("idle", "running"):
        if time.monotonic() > end:
            break
        time.sleep(0.2)
    return texts(page)


@contextlib.contextmanager
def firefox_window():
    """Firefox on its own X server: without one it has no WebGL 2 with transform feedback."""
    reader, writer = os.pipe()
    xvfb = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x1000x24", "+extension", "GLX"], pass_fds=[writer],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as said:
            display = ":" + said.readline().strip()
        with Firefox(display=display, preferences=PREFERENCES) as page:
            yield page
    finally:
        xvfb.terminate()
        xvfb.wait()


def look_at_sizes(folder):
    """The compressed size of a download."""
    sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in sorted(pathlib.Path(folder).iterdir())}
    print("  " + ", ".join(f"{name} {size:,}" for name, size in sizes.items()) + " bytes by gzip -9")
    expect(sum(sizes.values()) <= ALL, f"the page is at most {ALL:,} bytes: {sum(sizes.values()):,}")
    expect({"LICENSE", "LICENSE.glslang", "LICENSE.qhull", "LICENSE.eigen", "LICENSE.json"} <= set(sizes), "the licences are in the folder")
    for page, files in (("index.html", JUDGE_FILES), ("index.html", WEBGPU_FILES), ("playground.html", PLAYGROUND_FILES)):
        loaded = sum(sizes[file] for file in (page, *files))
        expect(loaded <= BEFORE_FIRST_NUMBER, f"{page} with {files[-1]}: before the first number at most {BEFORE_FIRST_NUMBER:,} bytes are loaded: {loaded:,}")


def look_at_smoke(page, server, name, api="WebGL 2", query="", files=JUDGE_FILES):
    """A right device passes, and the page requests nothing but its own files."""
    server.requests.clear()
    said = run_page(page, server, "run=1&smoke" + query)
    expect(said["state"] == "passed", f"{name}: the smoke run passes: {said['verdict']} {said['words']} {said['text']}")
    expect(said["device"] not in ("", "-") and said["backend"].startswith(api),
           f"{name}: device, browser and backend: {said['device']} | {said['browser']} | {said['backend']}")
    expect("card.dot" in said["info"] and said["has_info"], f"{name}: the capability report is shown")
    expect(int(said["numbers"].replace(",", "")) > 1000, f"{name}: {said['ran']} tests, {said['numbers']} numbers, {said['time']}")
    expect(set(server.requests) <= {"/", *("/" + file for file in files)}, f"{name}: requests: {sorted(set(server.requests))}")
    return said


def look_at_results(bindpose, page, server, api="webgl"):
    """The program reads the file, and its own run in the same browser agrees, also on fresh cases."""
    said = run_page(page, server, f"run=1&smoke&seed=seven&api={api}")
    expect(said["state"] == "passed" and ".fresh-0." in said["result"]["results"], f"fresh cases pass: {said['ran']} {said['verdict']} {said['words']}")
    with tempfile.TemporaryDirectory() as folder:
        own, native = pathlib.Path(folder, "page"), pathlib.Path(folder, "native")
        own.mkdir()
        (own / "results.json").write_text(said["result"]["results"])
        subprocess.run([bindpose, "test", "--smoke", "--subject", f"{api}:swiftshader", "--name", api, "--fresh", "1", "--seed", "seven", "--out", native], capture_output=True, check=True)
        for words, code in ((["merge", pathlib.Path(folder, "merged"), own], 0), (["compare", native, own], 0), (["compare", own, native], 0)):
            ran = subprocess.run([bindpose, *words], capture_output=True, text=True)
            expect(ran.returncode == code, f"bindpose {words[0]} reads the result file: {ran.stdout[-800:]}{ran.stderr}")
        agree = subprocess.run([bindpose, "agree", own, native], capture_output=True, text=True)
        same = re.search(rf"native:{api} and .*page:{api}: (\d+) of (\d+)", agree.stdout)
        expect(same and same[1] == same[2] != "0", f"bindpose agree: the page and the program have the same bits: {agree.stdout}{agree.stderr}")


def look_at_ends(page, server, folder):
    """A browser without WebGL 2, a glob without tests, and a policy that also forbids requests of the worker."""
    for before in ("OffscreenCanvas.prototype.getContext = () => null;", "delete globalThis.OffscreenCanvas;"):
        said = run_page(page, server, "run=1&smoke", before)
        expect((said["state"], said["words"]) == ("refused", "This browser does not offer WebGL 2 to the worker of a page."),
               f"without WebGL 2 the page gives the reason: {said['verdict']} {said['words']}")
    server.missing = "/judge.wasm"
    said = run_page(page, server, "run=1&smoke")
    server.missing = None
    expect(said["state"] == "refused" and "judge.wasm does not load: 404" in said["words"], f"without a file the page gives the reason: {said['verdict']} {said['words']}")
    said = run_page(page, server, "smoke&q=skinning.linear_blend.*")
    expect(not said["has_info"], "chosen tests have no capability report")
    expect(said["state"] == "passed", f"Enter starts the run: {said['verdict']} {said['words']}")
    said = run_page(page, server, "run=1&q=nothing.*")
    expect(said["verdict"] == "No test ran", f"a glob without tests: {said['verdict']} {said['words']}")
    said = run_page(page, server, "run=1&q=skinning.linear_blend.cylinder.bend-0.*", f"{{ const post = postMessage; postMessage = (said) => {{ {THROWS} post(said); }}; }}")
    expect(said["state"] == "refused" and "The judge ended with an exception in the test skinning.linear_blend." in said["words"],
           f"the page explains an exception of the judge: {said['words']}")
    other = Server(folder)
    for server.has_policy, words, arrive in ((True, "the policy keeps the page and its worker from other servers", set()),
                                             (False, "without the policy, requests reach other servers", {"/of-page", "/of-worker"})):
        said = run_page(page, server, "run=1&q=skinning.linear_blend.cylinder.bend-0.*", f"fetch('{other.address}of-worker').catch(() => 0);")
        page.run(f"fetch('{other.address}of-page').catch(() => 0)")
        expect(said["state"] == "passed" and set(other.requests) == arrive, f"{words}: {said['verdict']} {other.requests}")
    server.has_policy = True


def look_at_fault(page, server, fault, query):
    name, before, failing, words = fault
    said = run_page(page, server, query, before)
    expect(said["state"] == "failed", f"{name}: {said['verdict']} {said['words']}")
    if said["state"] != "failed":
        return
    by_key = {each["key"]: {value["value"]: value for value in each["values"]} for each in said["result"]["variants"]}
    for key, values in failing.items():
        wrong = {value for value, tests in by_key.get(key, {}).items() if tests["failed"] > 0}
        expect(wrong == values, f"{name}: the failing values of {key} are {sorted(values)}: {sorted(wrong)}")
    if words:
        expect(words in said["causes"], f"{name}: the causes name {words}: {said['causes'][:600]}")
    for line in said["result"]["diagnoses"]:
        print("        " + line)


def look_at_fresh_link(page, server):
    """The link to a failing test that was generated runs this test alone."""
    before = FAULTS[0][1]
    said = run_page(page, server, "run=1&q=skinning.linear_blend.fresh-0.cylinder.bend-0.*&seed=seven", before)
    link = page.run("document.querySelector('#causes a')?.getAttribute('href') ?? ''")
    expect(said["state"] == "failed" and "seed=seven" in link, f"a generated test fails: {said['verdict']} {said['words']} {link}")
    again = run_page(page, server, link[1:], before)
    expect(again["state"] == "failed" and again["ran"] == "1 of 1, 1 failed", f"the link runs only this test: {again['ran']}, of {said['ran']}")


def shown_picture(page):
    """The words below the picture of the open cause; None without a picture."""
    return page.run("""new Promise((done) => { let looks = 0; const look = () => { const box = document.getElementById('picture');
        !box.hidden || ++looks > 100 ? setTimeout(() => done(box.hidden ? null : box.textContent), 200) : setTimeout(look, 50); }; look(); })""")


def look_at_picture(page, server, before, query, name):
    """A cause has a picture, of the device's mesh or of the expected one."""
    said = run_page(page, server, query, before)
    words = shown_picture(page)
    expect(words and "% of the mesh's size" in words, f"{name}: a failing test has a picture: {said['verdict']} {words}")
    dots = []
    for shown in ("got", "expected"):
        page.run(f"(() => {{ const at = document.getElementById('shown'); at.value = '{shown}'; at.dispatchEvent(new Event('change')); }})()")
        dots.append(page.run("""(() => { const small = Object.assign(document.createElement('canvas'), { width: 64, height: 48 }), pen = small.getContext('2d');
            globalThis.bindposePicture.draw();
            pen.drawImage(globalThis.bindposePicture.canvas, 0, 0, 64, 48);
            return Array.from(pen.getImageData(0, 0, 64, 48).data); })()"""))
    coloured = [sum(1 for i in range(0, len(each), 4) if max(each[i:i + 3]) - min(each[i:i + 3]) > 40) for each in dots]
    expect(all(any(each) for each in dots) and dots[0] != dots[1], f"{name}: the device's mesh and the expected one are drawn")
    expect(coloured[0] > 10, f"{name}: errors have colours: {coloured}")


def look_at_webgpu(bindpose, server):
    """Chromium offers WebGPU on its software device if asked for it."""
    with Page(seconds=600) as page:
        said = run_page(page, server, "run=1&smoke&api=webgpu", "delete WorkerNavigator.prototype.gpu;")
        expect(said["state"] == "refused" and "has no WebGPU adapter" in said["words"], f"without WebGPU the page gives the reason: {said['verdict']} {said['words']}")
    with Page(seconds=600, flags=WEBGPU_FLAGS) as page:
        look_at_smoke(page, server, "WebGPU", "WebGPU", "&api=webgpu", WEBGPU_FILES)
        if bindpose:
            look_at_results(bindpose, page, server, "webgpu")
        for fault in WEBGPU_FAULTS:
            look_at_fault(page, server, fault, "run=1&api=webgpu&q=skinning.linear_blend.cylinder.bend-90.*")
    server.before = ""


def look_at_screen(page, server, folder):
    """The first screen at phone and desktop size, light and dark; names of all focusable elements."""
    fault = FAULTS[0]
    for state, before in (("passed", ""), ("failed", fault[1])):
        run_page(page, server, "run=1&q=skinning.linear_blend.cylinder.*", before)
        for width, height in ((1440, 900), (390, 844)):
            for scheme in ("light", "dark"):
                page.window(width, height, scheme)
                page.run("scrollTo(0, 0)")
                wide = reading.width(page)
                expect(wide <= 0, f"{state}, {width} px, {scheme}: nothing is wider than the window: {wide}")
                for id in ("verdict", "words", "device", "browser", "backend", "ran", "time"):
                    box = page.run(f"(() => {{ const b = document.getElementById('{id}').getBoundingClientRect(); return b.height > 0 && b.bottom <= innerHeight; }})()")
                    expect(box, f"{state}, {width} px, {scheme}: {id} is on the first screen")
                if folder and (state, width, scheme) in PICTURES:
                    page.screenshot(pathlib.Path(folder, f"{state}_{width}_{scheme}.webp"))
        page.window(1440, 900)
    names = page.controls()
    expect(all(name for _, name in names), f"every control has a name: {names}")


# ---------------------------------------------------------------- the playground
def posed(page):
    """The playground's content when it does not change any more."""
    page.run("""new Promise((done) => { let still = 0; const look = () => {
        still = ['shown', 'refused'].includes(document.documentElement.dataset.state) ? still + 1 : 0;
        still > 3 ? done() : setTimeout(look, 50); }; look(); })""")
    return page.run("""({ state: document.documentElement.dataset.state, problem: document.getElementById('problem').textContent,
        words: document.getElementById('difference').textContent, device: globalThis.bindposePosed?.device ?? '',
        largest: globalThis.bindposePosed?.summary?.largest ?? null, size: globalThis.bindposePosed?.sides?.[0]?.size ?? 0,
        errors: (globalThis.bindposePosed?.sides ?? []).map(({ error }) => error?.code ?? ''), left: Array.from(globalThis.bindposePosed?.left ?? []),
        rows: document.getElementById('rows').children.length, formulas: document.getElementById('formulas').textContent })""")


def open_playground(page, server, query=""):
    page.open("about:blank")
    page.open(server.address + "playground.html" + query)
    return posed(page)


def choose(page, id, value):
    page.run(f"""(() => {{ const chosen = document.getElementById('{id}'); chosen.value = '{value}';
        chosen.dispatchEvent(new Event(chosen.type === 'range' ? 'input' : 'change')); }})()""")
    return posed(page)


def drop(page, name, content, size=None):
    """Drops a file on the page. size: reported by the browser, if different."""
    page.run("""(() => { const bytes = Uint8Array.from(atob('%s'), (letter) => letter.charCodeAt(0)), file = new File([bytes], %s);
        if (%s !== null) Object.defineProperty(file, 'size', { value: %s });
        const event = new Event('drop', { cancelable: true, bubbles: true });
        event.dataTransfer = { files: [file] };
        document.body.dispatchEvent(event); })()""" % (base64.b64encode(content).decode(), json.dumps(name), json.dumps(size), json.dumps(size)))
    return posed(page)


def farthest(numbers, points):
    """The largest distance of a coordinate."""
    flat = [x for point in points for x in point]
    return max(abs(a - b) for a, b in zip(numbers, flat)) if len(numbers) == len(flat) else float("inf")


def look_at_scenes(page, server, name):
    server.requests.clear()
    said = open_playground(page, server)
    expect(said["state"] == "shown" and said["largest"] and said["largest"] > 0.05, f"{name}: linear blending loses volume: {said['words']} {said['problem']}")
    expect("sum_i w_i" in said["formulas"], f"{name}: the formulas are shown")
    expect(set(server.requests) <= {"/playground.html", *("/" + file for file in PLAYGROUND_FILES)}, f"{name}: requests: {sorted(set(server.requests))}")
    expect(choose(page, "right-method", "lbs")["largest"] == 0, f"{name}: a method does not differ from itself")
    device = choose(page, "right-device", "device")
    expect(device["largest"] is not None and 0 < device["largest"] < 2e-6 * device["size"] and device["device"],
           f"{name}: the device's shader differs by a few roundings: {device['words']} {device['problem']} {device['errors']}")
    scenes = page.run("[...document.getElementById('scene').options].map(({ value }) => value)")
    methods = page.run("[...document.getElementById('right-method').options].map(({ value }) => value)")
    expect({"lbs", "dqs", "sbs", "cor", "delta-mush", "ddm"} <= set(methods), f"{name}: {len(methods)} methods: {methods}")
    worked = {method: 0 for method in methods}
    choose(page, "right-device", "reference")
    for scene in scenes:
        choose(page, "scene", scene)
        refused = []
        for method in methods:
            said = choose(page, "right-method", method)
            good = said["largest"] is not None and said["largest"] < said["size"]
            worked[method] += good
            if not good:
                refused.append(f"{method} {said['errors'][1:]}")
        page.run("document.getElementById('rest').click()")
        said = posed(page)
        print(f"        {scene}: all except {refused or 'none'}")
    expect(all(worked.values()), f"{name}: every method poses a scene: {worked}")


def look_at_joints(page, server, name):
    """A joint rotates by its sliders and by hand; the rest pose is the same by all methods."""
    before = open_playground(page, server, "?scene=arm&left=lbs&right=dqs")
    page.run("document.getElementById('rest').click()")
    rest = posed(page)
    expect(rest["largest"] < 1e-6 < before["largest"], f"{name}: at rest both methods agree: {rest['words']}")
    page.run("(() => { const slider = document.querySelector('.angle'); slider.value = 90; slider.dispatchEvent(new Event('input')); })()")
    turned = posed(page)
    expect(turned["largest"] > 1e-3 and farthest(turned["left"], [rest["left"]]) > 0.05, f"{name}: a slider rotates the joint: {turned['words']}")
    if hasattr(page, "drag"):
        page.run("scrollTo(0, 0)")
        place = page.run("""(() => { const box = document.getElementById('left').getBoundingClientRect(), at = globalThis.bindposePosed.views[0].selectedAt();
            return [box.left + at[0], box.top + at[1]]; })()""")
        page.drag(place, (place[0] + 60, place[1] + 20))
        dragged = posed(page)
        expect(farthest(dragged["left"], [turned["left"]]) > 0.01, f"{name}: a joint rotates by hand: {dragged['words']}")
        angle = page.run("document.querySelector('.angle').value")
        expect(angle != "90", f"{name}: the sliders follow: {angle}")
        page.drag((place[0] - 150, place[1] - 120), (place[0] - 100, place[1] - 120))
        expect(posed(page)["left"] == dragged["left"], f"{name}: a drag outside joints rotates only the view")
    said = open_playground(page, server, "?right=facs")
    expect("no character for facs" in said["problem"] and said["largest"], f"{name}: a method without a character has an explanation: {said['problem']}")


def look_at_dropped(page, server, name, folder):
    """A dropped file is posed at the moments of its clip; an invalid file has an explanation."""
    arm, file = Arm(), pathlib.Path(folder, "arm.glb")
    arm.write(file, with_clip=True)
    content = file.read_bytes()
    open_playground(page, server, "?left=lbs&right=lbs&device=right")
    server.requests.clear()
    for key, (seconds, _) in enumerate(CLIP):
        said = drop(page, "arm.glb", content) if key == 0 else choose(page, "seconds", seconds)
        away = farthest(said["left"], arm.at_key(key))
        expect(away < 1e-6, f"{name}: a dropped file at {seconds} s: {away:.2e} m from Python's numbers; {said['words']} {said['problem']} {said['errors']}")
        expect(said["largest"] is not None and 0 < said["largest"] < 2e-6, f"{name}: the device agrees: {said['words']}")
    expect(said["rows"] == 3 and "Elbow" in page.run("document.getElementById('rows').textContent"), f"{name}: the difference of each joint")
    expect(not server.requests, f"{name}: a dropped file requests nothing: {server.requests}")
    if hasattr(page, "complaints"):
        sent = [each for each in page.complaints() if each.startswith("asks for") and not each.startswith(("asks for " + server.address, "asks for blob:"))]
        expect(not sent, f"{name}: nothing leaves the machine: {sent}")
    shown = said["left"]
    words = json.dumps({"asset": {"version": "2.0"}, "extensionsUsed": ["EXT_nobody_knows"], "extensionsRequired": ["EXT_nobody_knows"]}).encode()
    for file, bad, size, expected in (
            ("notes.txt", b"This is not a glTF file.", None, ("notes.txt", "JSON")), ("half.glb", content[:len(content) // 2], None, (f"half.glb, byte {len(content) // 2}", "chunk")),
            ("empty.glb", b"", None, ("empty.glb",)), ("required.gltf", words, None, ("required.gltf", "EXT_nobody_knows")),
            ("bare.gltf", b'{"asset": {"version": "2.0"}}', None, ("bare.gltf", "no mesh")),
            ("huge.glb", b"", 2 ** 31, ("huge.glb", "2148 MB", "at most 268 MB"))):
        said = drop(page, file, bad, size)
        expect(all(word in said["problem"] for word in expected), f"{name}: {file}: {said['problem']}")
        expect(said["left"] == shown, f"{name}: an invalid file leaves the page unchanged")
    expect(drop(page, "arm.glb", content)["problem"] == "", f"{name}: a valid file is shown afterwards")


def look_at_playground_screen(page, server, screenshots, folder):
    arm, file = Arm(), pathlib.Path(folder, "arm.glb")
    arm.write(file, with_clip=True)
    for state, query in (("playground", "?scene=tube&left=lbs&right=dqs"), ("dropped", "?left=lbs&right=dqs")):
        open_playground(page, server, query)
        if state == "dropped":
            drop(page, "arm.glb", file.read_bytes())
            page.run("document.getElementById('by-joint').open = true")
        for width, height in ((1440, 900), (390, 844)):
            for scheme in ("light", "dark"):
                page.window(width, height, scheme)
                page.run("scrollTo(0, 0)")
                page.run("new Promise((done) => setTimeout(done, 300))")
                for words, found in (("is wider", max(reading.width(page), 0)), ("is cut", reading.cut(page)), ("has a contrast below 4.5", reading.faint(page))):
                    expect(not found, f"{state}, {width} px, {scheme}: nothing {words}: {found}")
                clipped = page.run("""[...document.querySelectorAll('select')].filter((box) => { const pen = document.createElement('canvas').getContext('2d');
                    pen.font = getComputedStyle(box).font; const text = box.selectedOptions[0]?.label ?? '';
                    return box.checkVisibility() && pen.measureText(text).width > box.clientWidth - 32; }).map((box) => box.selectedOptions[0].label)""")
                expect(not clipped, f"{state}, {width} px, {scheme}: no choice is cut: {clipped}")
                if screenshots and (state, width, scheme) in PICTURES:
                    page.screenshot(pathlib.Path(screenshots, f"{state}_{width}_{scheme}.webp"))
        page.window(1440, 900)
    names = page.controls()
    expect(all(name for _, name in names), f"every control has a name: {names}")


def look_at_playground_ends(page, server, folder):
    other = Server(folder)
    server.before = f"fetch('{other.address}of-worker').catch(() => 0);"
    said = open_playground(page, server)
    page.run(f"fetch('{other.address}of-page').catch(() => 0)")
    expect(said["state"] == "shown" and not other.requests, f"the policy keeps the playground and its worker from other servers: {other.requests}")
    server.before = ""
    server.missing = "/play.wasm"
    said = open_playground(page, server)
    server.missing = None
    expect(said["state"] == "refused" and "play.wasm does not load: 404" in said["problem"], f"without a file the playground gives the reason: {said['problem']}")
    server.before = "delete globalThis.OffscreenCanvas;"
    said = open_playground(page, server)
    expect(said["state"] == "shown" and said["largest"] > 0.05, f"without WebGL 2 in the worker the reference is shown: {said['words']}")
    said = choose(page, "right-device", "device")
    expect("does not offer WebGL 2" in page.run("document.getElementById('right-words').textContent"), f"without WebGL 2 the device's side gives the reason: {said['errors']}")
    server.before = ""


def main():
    options = argparse.ArgumentParser()
    options.add_argument("folder")
    options.add_argument("--bindpose", default="")
    options.add_argument("--screenshots", default="")
    options.add_argument("--only", default=" ".join(PARTS))
    chosen = options.parse_args()
    only = chosen.only.split()
    if not only or set(only) - set(PARTS):
        options.error(f"--only: expected some of {' '.join(PARTS)}")
    server = Server(chosen.folder)
    if "sizes" in only:
        look_at_sizes(chosen.folder)
    if set(only) & {"chromium", "agree", "ends", "faults", "screen", "playground"}:
        with Page(seconds=600) as page:
            if "chromium" in only:
                look_at_smoke(page, server, "Chromium")
                others = [each for each in page.complaints() if not each.startswith(("asks for " + server.address, "asks for blob:"))]
                expect(not others, f"Chromium: no error, no request elsewhere: {others}")
            if "agree" in only and chosen.bindpose:
                look_at_results(chosen.bindpose, page, server)
            if "ends" in only:
                look_at_ends(page, server, chosen.folder)
            if "faults" in only:
                for fault in FAULTS:
                    look_at_fault(page, server, fault, "run=1&q=skinning.linear_blend.cylinder.*&q=skinning.dual_quaternion.cylinder.*&q=skinning.linear_blend.crowd.packed*")
                look_at_fresh_link(page, server)
                look_at_picture(page, server, FAULTS[0][1], "run=1&q=skinning.linear_blend.cylinder.bend-90.*", FAULTS[0][0])
                run_page(page, server, "run=1&q=skinning.linear_blend.cylinder.bend-90.*", FAULTS[-2][1])
                expect(page.run("document.getElementById('picture').hidden"), f"{FAULTS[-2][0]}: without a mesh there is no picture")
            if "screen" in only:
                look_at_screen(page, server, chosen.screenshots)
            server.before = ""
            page.complaints()  # of the parts before
            if "playground" in only:
                with tempfile.TemporaryDirectory() as folder:
                    look_at_scenes(page, server, "Chromium")
                    look_at_joints(page, server, "Chromium")
                    look_at_dropped(page, server, "Chromium", folder)
                    look_at_playground_ends(page, server, chosen.folder)
                    look_at_playground_screen(page, server, chosen.screenshots, folder)
    if "webgpu" in only:
        look_at_webgpu(chosen.bindpose, server)
    if "firefox" in only:
        with firefox_window() as page, tempfile.TemporaryDirectory() as folder:
            look_at_smoke(page, server, "Firefox")
            look_at_scenes(page, server, "Firefox")
            look_at_joints(page, server, "Firefox")
            look_at_dropped(page, server, "Firefox", folder)
    for words in problems:
        print("WRONG " + words[:300], file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
