// Reads the step aloud with the browser's own voice, if it has one. A second tap reads it again.

import { w } from "./words.js";

const SAID = { "α": "alpha", "β": "beta", "θ-": "", "✓": "" };

export class Voice {
  constructor(button) {
    this.on = this.slow = false;
    this.can = "speechSynthesis" in window;
    this.language = "en";
    this.button = button;
    button.hidden = !this.can;
    button.addEventListener("click", () => { this.turn(true); this.say(this.text); });
  }

  turn(on) {
    this.on = on;
    this.button.setAttribute("aria-pressed", String(on));
    if (!on) speechSynthesis.cancel();
  }

  // Store the text, and read it aloud if the voice is on.
  told(text) {
    this.text = text;
    if (this.on) this.say(text);
  }

  say(text) {
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance((text ?? "").replace(/θ-|[αβ✓]/g, (sign) => SAID[sign]));
    words.lang = this.language;
    words.rate = this.slow ? 0.7 : 0.95;
    speechSynthesis.speak(words);
  }

  // Buttons for the voice, each made by button(label, run).
  choices(button) {
    if (!this.can) return [];
    const pace = button(w(this.slow ? "page.voice.usual" : "page.voice.slower"), () => { this.slow = !this.slow; this.say(this.text); });
    return this.on ? [pace, button(w("page.voice.off"), () => this.turn(false))] : [pace];
  }
}
