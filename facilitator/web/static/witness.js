// Remembers the record of each game that this page has shown: the digest of every virtual turn. When the program
// restarts, or another record is opened, the records are compared, so that changed or missing turns are noticed.

const KEPT = "records";
const MOST = 12;  // number of remembered games

export class Witness {
  // compare(seen): asks the game. warn(text, done): shows a message, and calls done when somebody confirms it.
  constructor(compare, warn) {
    Object.assign(this, { compare, warn, start: "", unread: false, games: new Map() });
    try { this.games = new Map(JSON.parse(localStorage.getItem(KEPT)) ?? []); } catch { /* for this evening only */ }
  }

  // Update the record from a view.
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
    } catch { this.start = ""; }  // compared again with the next view
  }

  remember(game, turns) {
    this.games.delete(game);
    this.games.set(game, turns);
    for (const old of [...this.games.keys()].slice(0, -MOST)) this.games.delete(old);
    try { localStorage.setItem(KEPT, JSON.stringify([...this.games])); } catch { /* for this evening only */ }
  }
}
