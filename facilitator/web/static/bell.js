// Plays a quiet tone and a short buzz when the actor changes. It is off until somebody turns it on.

const KEPT = "bell";

export class Bell {
  constructor() {
    try { this.on = localStorage.getItem(KEPT) === "on"; } catch { this.on = false; }
  }

  turn() {
    this.on = !this.on;
    try { localStorage.setItem(KEPT, this.on ? "on" : "off"); } catch { /* for this evening only */ }
    this.ring();
  }

  ring() {
    if (!this.on) return;
    navigator.vibrate?.(60);
    this.air ??= new AudioContext();
    const [tone, loud, now] = [this.air.createOscillator(), this.air.createGain(), this.air.currentTime];
    tone.frequency.value = 660;
    loud.gain.setValueAtTime(0.06, now);
    loud.gain.exponentialRampToValueAtTime(0.001, now + 0.35);
    tone.connect(loud).connect(this.air.destination);
    tone.start(now);
    tone.stop(now + 0.36);
  }
}
