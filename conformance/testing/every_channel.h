// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a page for tests that tries to reach a listener by every channel of a browser.
#pragma once

namespace bindpose::conformance {

/// @URLS@: a list of URLs that end with '/'. The page fails with "tried: " and the names of the channels that it has
/// tried, after @MILLISECONDS@ or when a file `reached` exists next to it.
inline constexpr const char* every_channel_page = R"html(<!DOCTYPE html><script>
const tried = new Set();
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const element = (name, fields = {}, text = "") => {
  const made = Object.assign(document.createElement(name), fields);
  made.textContent = text;
  document.documentElement.append(made);
  return made;
};
const link = (rel, more = {}) => (u) => element("link", { rel, href: u, ...more });
const source = (name) => (u) => element(name, { src: u });
const in_worker = (u) => URL.createObjectURL(new Blob([`
  fetch("${u}", { mode: "no-cors" }).catch(() => {});
  new WebSocket("${u.replace("http", "ws")}");
  try { importScripts("${u}"); } catch {}`], { type: "text/javascript" }));

/// Asks ICE servers of each kind for an address.
async function gathered(view, u) {
  const { host } = new URL(u);
  const user = { username: "u", credential: "c" };
  const iceServers = [{ urls: `stun:${host}` },
    ...["turn:HOST?transport=udp", "turn:HOST?transport=tcp", "turns:HOST?transport=tcp"].map((kind) => ({ urls: kind.replace("HOST", host), ...user }))];
  const connection = new view.RTCPeerConnection({ iceServers });
  connection.createDataChannel("x");
  await connection.setLocalDescription(await connection.createOffer());
}

const channels = {
  fetch: (u) => void fetch(u, { mode: "no-cors", keepalive: true }).catch(() => {}),
  request: (u) => { const request = new XMLHttpRequest(); request.open("POST", u); request.send("x"); },
  beacon: (u) => navigator.sendBeacon(u, "x"),
  events: (u) => void new EventSource(u),
  image: source("img"), script: source("script"), iframe: source("iframe"), embed: source("embed"),
  video: source("video"), audio: source("audio"), object: (u) => element("object", { data: u }),
  module: (u) => void import(u).catch(() => {}),
  stylesheet: link("stylesheet"), icon: link("icon"), manifest: link("manifest"), preload: link("preload", { as: "image" }),
  modulepreload: link("modulepreload"), prefetch: link("prefetch"), prerender: link("prerender"),
  preconnect: link("preconnect"), dns_prefetch: link("dns-prefetch"),
  speculation: (u) => element("script", { type: "speculationrules" }, JSON.stringify({ prefetch: [{ source: "list", urls: [u] }] })),
  css_import: (u) => element("style", {}, `@import "${u}";`),
  css_url: (u) => element("div", { style: `background-image: url(${u})` }, "x"),
  font: (u) => void new FontFace("f", `url(${u})`).load().catch(() => {}),
  svg: (u) => (element("div").innerHTML = `<svg><use href="${u}#x"/><image href="${u}"/></svg>`),
  refresh: (u) => element("iframe", { srcdoc: `<meta http-equiv="refresh" content="0; url=${u}">` }),
  form: (u) => { element("iframe", { name: "form" }); element("form", { action: u, method: "post", target: "form" }).submit(); },
  popup: (u) => void window.open(u),
  link: (u) => element("a", { href: u, target: "_blank" }).click(),
  ping: (u) => element("a", { href: "#", ping: u }).click(),
  download: (u) => element("iframe", { srcdoc: `<a id="a" href="${u}" download="file"></a><script>a.click()<\/script>` }),
  worker: (u) => void new Worker(in_worker(u)),
  shared_worker: (u) => void new SharedWorker(in_worker(u)),
  service_worker: (u) => void navigator.serviceWorker.register("service.js?" + u).catch(() => {}),
  socket: (u) => void new WebSocket(u.replace("http", "ws")),
  transport: (u) => void new WebTransport(u.replace("http:", "https:")).ready.catch(() => {}),
  webrtc: (u) => gathered(window, u),
  webrtc_of_a_frame: (u) => gathered(element("iframe").contentWindow, u),
};

bindpose.subject({
  implementation: { name: "channels" },
  capabilities: [{ algorithm: "lbs", levels: ["asset"], options: { normal_rule: ["direction"], without: ["tangents"] } }],
  async draw() {
    for (const [name, open] of Object.entries(channels))
      for (const url of @URLS@) {
        await open(url + name);
        tried.add(name);
      }
    const end = performance.now() + @MILLISECONDS@;
    while (performance.now() < end && !(await fetch("reached")).ok) await wait(50);
    throw new Error(`tried: ${[...tried].join(" ")}`);
  },
});
</script>)html";

/// The channel names that the page prints.
inline constexpr const char* every_channel =
    "tried: fetch request beacon events image script iframe embed video audio object module stylesheet icon "
    "manifest preload "
    "modulepreload prefetch prerender preconnect dns_prefetch speculation css_import css_url font svg "
    "refresh form popup link "
    "ping download worker shared_worker service_worker socket transport webrtc webrtc_of_a_frame";

}  // namespace bindpose::conformance
