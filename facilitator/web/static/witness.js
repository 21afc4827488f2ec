// Remembers the record of each game as this page saw it: the digest of every virtual turn. When the program starts
// again, or another record is opened, it is compared, so that turns cannot be changed or left out without a word.

const KEPT = "records";
const MOST = 12;  // games that are remembered

export class Witness {
  // compare(seen): asks the game; warn(text, done): shows a sentence, and calls done when somebody has read it.
  constructor(compare, warn) {
    Object.assign(this, { compare, warn, start: "", unread: false, games: new Map() });
    try { this.games = new Map(JSON.parse(localStorage.getItem(KEPT)) ?? []); } catch { /* for this evening only */ }
  }

  // Take note of what a view says of the record.
  async look({ prompt, record }) {
    const start = `${prompt.split("-")[0]} ${record.game}`;
    const turns = this.games.get(record.game) ?? [];
    const known = turns.length === record.turns && (turns[turns.length - 1] ?? "") === record.last;
    if (start === this.start && (known || this.unread)) return;
    if (start === this.start && turns.length + 1 === record.turns) {
      this.remember(record.game, [...turns, record.last]);
      return;
    }
    this.start = start;
    try {
      const found = await this.compare({ game: record.game, turns });
      const adopt = () => { this.unread = false; this.remember(found.game, found.turns); };
      this.unread = found.said !== "";
      if (this.unread) this.warn(found.said, adopt);
      else adopt();
    } catch { this.start = ""; }  // compared with the next view
  }

  remember(game, turns) {
    this.games.delete(game);
    this.games.set(game, turns);
    for (const old of [...this.games.keys()].slice(0, -MOST)) this.games.delete(old);
    try { localStorage.setItem(KEPT, JSON.stringify([...this.games])); } catch { /* for this evening only */ }
  }
}
