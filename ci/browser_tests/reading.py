# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Tests if a page is readable: width, cut text, contrast (WCAG AA)."""


def width(page):
    """Pixels that the page is wider than the window."""
    return page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def beyond(page):
    """Elements of a narrow window that reach beyond it, even in a box that scrolls."""
    return page.run("""document.documentElement.clientWidth > 500 ? [] : [...document.querySelectorAll('body *')].filter((box) => box.checkVisibility() &&
        box.getBoundingClientRect().right > document.documentElement.clientWidth + 1).slice(0, 9).map((box) => `${box.tagName}.${box.className}`)""")


def cut(page):
    """Elements that hide a part of their text."""
    return page.run("""[...document.querySelectorAll('body *')].filter((box) => box.checkVisibility() && box.clientWidth > 0 &&
        box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === 'hidden').map((box) => box.className || box.tagName)""")


def faint(page):
    """Texts with a contrast below 4.5."""
    return page.run("""(() => {
        const pen = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d', {willReadFrequently: true});
        const colour = (text, below) => { pen.fillStyle = below; pen.fillRect(0, 0, 1, 1); pen.fillStyle = text; pen.fillRect(0, 0, 1, 1);
          return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3); };
        const css = ([r, g, b]) => `rgb(${r}, ${g}, ${b})`;
        const light = (rgb) => rgb.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
          .reduce((sum, x, c) => sum + x * [0.2126, 0.7152, 0.0722][c], 0);
        const ground = (box) => colour(getComputedStyle(box).backgroundColor, box.parentElement ? css(ground(box.parentElement)) : 'white');
        const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const box = walker.currentNode.parentElement;
          if (!walker.currentNode.data.trim() || !box.checkVisibility() || box.closest('option, script, noscript, :disabled')) continue;
          const below = ground(box), [a, b] = [light(colour(getComputedStyle(box).color, css(below))), light(below)];
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (ratio < 4.5) found.add(`${box.tagName}.${box.className} ${ratio.toFixed(2)}: ${walker.currentNode.data.slice(0, 30)}`);
        }
        return [...found]; })()""")
