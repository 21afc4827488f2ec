// The browser's own voice reads what is to be done, where it has one.

const SAID = { "α": "alpha", "β": "beta", "θ-": "marker ", "✓": "" };

export class Voice {
  constructor(button) {
    this.button = button;
    this.on = false;
    this.can = "speechSynthesis" in window;
    button.hidden = !this.can;
    button.addEventListener("click", () => {
      this.on = !this.on;
      button.setAttribute("aria-pressed", String(this.on));
      if (this.on) this.say(this.text);
      else speechSynthesis.cancel();
    });
  }

  // Keep what there is to say; say it if the voice is on.
  told(text) {
    this.text = text;
    if (this.on) this.say(text);
  }

  say(text) {
    speechSynthesis.cancel();
    const plain = (text ?? "").replace(/θ-|[αβ✓]/g, (sign) => SAID[sign]);
    const words = new SpeechSynthesisUtterance(plain);
    words.lang = "en";
    words.rate = 0.95;
    speechSynthesis.speak(words);
  }
}
