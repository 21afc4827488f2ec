// A screen that stays lit: by the browser's lock where it has one, else, over plain http, by a picture that plays.
//
// Chromium and Firefox keep a screen on while a stream plays that is in sight, muted or not; Safari only for what
// can be heard.  So the page says it as it is.

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

  // Ask for the lock; it is lost whenever the page goes out of sight, and some grant it to a tap alone.
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
    this.video?.play().catch(() => {});  // asked again at the next tap
  }
}

// A picture of one colour after the other, that plays without end, behind the page and unseen.
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
