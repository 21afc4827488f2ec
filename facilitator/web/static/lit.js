// Keeps the screen on: with a wake lock if the browser has one, and over plain http with a playing video.
//
// Chromium and Firefox keep the screen on while a visible video plays, muted or not. Safari does so only for a
// video with sound. The page tells its users which case applies.

import { el } from "./picture.js";
import { w } from "./words.js";

export class Lit {
  constructor(box) {
    this.box = box;
    this.lock = null;
    this.video = null;
    for (const one of ["visibilitychange", "click"]) document.addEventListener(one, () => this.ask());
    this.ask();
  }

  // Request the lock. It is lost whenever the page is hidden, and some browsers grant it only after a tap.
  async ask() {
    if (document.visibilityState !== "visible" || (this.lock && !this.lock.released)) return;
    try {
      this.lock = await navigator.wakeLock.request("screen");
      this.box.hidden = true;
      this.box.replaceChildren();
    } catch {
      this.warn();
      this.play();
    }
  }

  warn() {
    if (this.box.childElementCount) return;
    const seen = el("button", w("page.understood"));
    seen.type = "button";
    seen.addEventListener("click", () => this.box.remove());
    this.box.append(el("span", w("page.dark")), seen);
    this.box.hidden = false;
  }

  play() {
    this.video ??= playing();
    this.video?.play().catch(() => {});  // requested again at the next tap
  }
}

// An endless video of changing colours behind the page, which nobody sees.
function playing() {
  const canvas = el("canvas");
  if (!canvas.captureStream) return null;
  canvas.width = canvas.height = 16;
  const pen = canvas.getContext("2d");
  let turn = 0;
  setInterval(() => {
    pen.fillStyle = ["#000", "#111"][turn ^= 1];
    pen.fillRect(0, 0, 16, 16);
  }, 1000);
  const video = el("video", "", "playing");
  video.muted = video.playsInline = true;
  video.setAttribute("aria-hidden", "true");
  video.srcObject = canvas.captureStream();
  document.body.append(video);
  return video;
}
