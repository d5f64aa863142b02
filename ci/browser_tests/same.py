# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""same.html of a character and of a copy whose joint is moved: both meshes in 3-D, moments, sizes of a screen."""
import pathlib
import subprocess

from ci.browser_tests.arm import ELBOW, Arm
from ci.browser_tests.chromium import Page
from ci.browser_tests.firefox import Firefox


def look_at_same(bindpose, arm, folder, sizes, expect, checks):
    """checks: has_named_controls(page, words), fits(page, words), drawn_colours(page, selector)."""
    before, after = pathlib.Path(folder, "before.glb"), pathlib.Path(folder, "after.glb")
    arm.write(before)
    moved = Arm()
    moved.offsets[ELBOW] = (0.0, 0.31, 0.0)  # 10 mm longer
    moved.write(after)
    out = pathlib.Path(folder, "same")
    ran = subprocess.run([bindpose, "same", before, after, "--out", out], capture_output=True, text=True)
    expect(ran.returncode == 1, f"the files differ: {ran.stdout}{ran.stderr}")
    for browser in (Page, Firefox):
        with browser() as page:
            for width, height in sizes:
                page.window(width, height, "dark" if width < 500 else "light")
                page.open("about:blank")
                page.open(out / "same.html")
                title = page.run("document.querySelector('h1').textContent")
                expect(title == "Not the same within 1 mm and 0.5 deg", f"same.html: {title}")
                checks["fits"](page, f"{browser.__name__}, {width}: same.html")
    with Page() as page:
        page.window(1440, 900)
        page.open(out / "same.html")
        expect(checks["drawn_colours"](page) > 20, "same.html: both meshes are drawn")
        said = page.run("document.querySelector('.controls output').textContent")
        expect(said.endswith("10 mm"), f"same.html: the page begins at the largest difference: {said}")
        checks["has_named_controls"](page, "same.html")
        page.run("const times = document.querySelectorAll('.controls select')[1]; times.value = 100; times.dispatchEvent(new Event('change'))")
        expect(checks["drawn_colours"](page) > 20, "same.html: the difference is exaggerated")
        expect(not page.complaints(), f"same.html: no error, no request {page.complaints()}")
