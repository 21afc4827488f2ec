// The first screen: choose or make a table, plan, print, read the guide, and import or export files.

import { block, button, el, sure } from "./picture.js";
import { reading } from "./reading.js";
import { learn, w } from "./words.js";

const BEGUN = "open";  // key of the table that was open when this browser was closed
const DARK = 60_000;
const WAITING = { de: "Einen Augenblick: das Programm wird geladen …", en: "One moment: the program is being loaded …" };
const BUSY = { de: "In einem anderen Fenster offen: dort weiterspielen, oder es schließen.", en: "Open in another window: go on there, or close it." };
const FAILED = {
  de: "Das Programm ist nicht gestartet. Ladet die Seite noch einmal. Bleibt es so, dann nehmt einen neueren Browser oder ein anderes Gerät. Was gesichert ist, bleibt.",
  en: "The program did not start. Load the page again. If it stays like this, use a newer browser or another device. What was kept is still there.",
};

function own() {
  return kept("language") ?? navigator.language.slice(0, 2);
}

const remembered = new Map();  // values for this page only, in case the browser stores nothing

function kept(name) {
  if (remembered.has(name)) return remembered.get(name);
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}

function keep(name, value) {
  remembered.set(name, value);
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* after a reload it is asked again */ }
}

function labelled(label, field) {
  const one = el("label", label);
  one.append(field);
  return one;
}

function chosen(options, value) {
  const one = el("select");
  for (const text of options) {
    const option = el("option", text);
    option.value = text;
    option.selected = text === value;
    one.append(option);
  }
  return one;
}

// Save bytes as a file, or share them if the device prints and saves in this way.
async function hand(name, bytes) {
  const type = name.endsWith(".pdf") ? "application/pdf" : "application/octet-stream";
  const file = new File([bytes], name, { type });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try { await navigator.share({ files: [file] }); return; } catch (error) { if (error.name === "AbortError") return; }
  }
  const link = el("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DARK);
}

export class Home {
  constructor({ call, enter, page, lasting }) {
    Object.assign(this, { call, enter, page, lasting });
    this.box = el("section", "", "home");
    this.box.id = "home";
    this.warning = el("div");
    this.warning.id = "unkept";
    this.warning.hidden = true;
    this.warning.setAttribute("role", "alert");
    document.body.prepend(this.warning, this.box);
    document.body.classList.add("at-home");
    this.says(WAITING[own()] ?? WAITING.en);
  }

  says(text) {
    this.box.replaceChildren(el("h1", "facilitator"), el("p", text, "said"));
  }

  // Show the state that the worker reports.
  async came({ state, why, unkept = "" }) {
    if (state === "busy") this.says(BUSY[own()] ?? BUSY.en);
    if (state === "failed") this.says(`${FAILED[own()] ?? FAILED.en} (${why.trim().split("\n").pop()})`);
    if (state !== "ready") return;
    this.unkept = unkept;
    document.body.dataset.ready = "yes";
    const named = decodeURIComponent(location.hash.slice(1));  // a sample that a link names
    const open = kept(BEGUN) ?? (named.startsWith("sample:") ? { file: named, rehearsal: true, anew: true } : null);
    if (open) {
      try { await this.open({ anew: false, ...open }); } catch { await this.show(); }
    } else {
      await this.show();
    }
    this.call("whole").then(() => { document.body.dataset.whole = "yes"; }, () => {});
  }

  // Show whether and why the browser stores nothing, with an export and a retry. unkept: "" if all is stored.
  keeps(unkept) {
    this.unkept = unkept;
    this.warning.hidden = unkept === "";
    const said = unkept && w(unkept === "full" ? "page.unkept.full" : "page.unkept.refused");
    if (!unkept || this.warning.textContent.startsWith(said)) return;
    this.warning.replaceChildren(
      el("p", said),
      button(w("page.home.export"), () => this.all(), ""), button(w("page.unkept.retry"), () => this.call("retry"), ""),
    );
  }

  // Export the files of the open table or of all tables.
  async all() {
    const open = kept(BEGUN)?.file ?? "";
    const names = await this.call("names");
    const some = names.filter((name) => open.endsWith(".yaml") && name.split(".")[0] === open.split(".")[0]);
    await this.export(some.length ? some : names);
  }

  async export(names) {
    for (const name of names) {
      const [bytes] = await this.call("files", { names: [name] });
      await hand(name, bytes);
    }
  }

  hide() {
    document.body.classList.remove("at-home");
    this.box.replaceChildren();
  }

  async open(said) {
    keep(BEGUN, { file: said.file, rehearsal: said.rehearsal });
    this.lasting();
    await this.enter(said);
  }

  // Perform an action that may be rejected, and show the error.
  async trying(run) {
    this.told.textContent = "…";
    try { await run(); this.told.textContent = ""; } catch (error) { this.told.textContent = block("p", error.message).textContent; this.told.scrollIntoView(); }
  }

  // said: a message about a table that was left.
  async show(said = "") {
    keep(BEGUN, null);
    this.here = await this.call("home", { language: own() });
    learn(this.here.words, this.here.language);
    this.keeps(this.unkept);
    document.title = "facilitator";
    document.body.classList.add("at-home");
    delete document.body.dataset.prompt;
    this.told = el("p", said, "told");
    this.told.setAttribute("role", "alert");
    const speak = el("div", "", "row");
    for (const [code, name] of [["en", "English"], ["de", "Deutsch"]]) {
      const one = button(name, () => { keep("language", code); return this.show(); });
      one.setAttribute("aria-pressed", String(code === this.here.language));
      speak.append(one);
    }
    const tries = button(w("page.home.try"), () => this.trying(() => this.open({ file: "sample:demo", rehearsal: true, anew: true })), "pad primary");
    tries.id = "try";
    this.box.replaceChildren(
      el("h1", "facilitator"), el("p", w("page.home.about")), this.told, tries,
      ...(this.here.tables.length ? [el("h2", w("page.home.tables"))] : []), ...this.here.tables.map((one) => this.table(one)),
      button(w("page.home.new"), () => this.form()),
      button(w("page.home.guide"), () => this.print(["guide"], (name) => ["guide", name])),
      this.bring(), speak, el("p", w("page.home.kept"), "soft"),
    );
  }

  table(one) {
    const box = el("article");
    box.append(el("h3", one.name));
    if (one.wrong) {
      box.append(el("p", one.wrong), button(w("page.home.edit"), () => this.edit(one.file)));
      return box;
    }
    const seats = one.seats.map((seat) => (seat.virtual ? w("page.home.virtual", { name: seat.name }) : seat.name)).join(", ");
    const row = el("div", "", "row");
    const go = (rehearsal, anew) => this.trying(() => this.open({ file: one.file, rehearsal, anew }));
    row.append(
      button(w(one.game_begun ? "page.home.go_on" : "page.home.play"), () => go(false, !one.game_begun), "choice main"),
      button(w("page.home.rehearse"), () => go(true, !one.rehearsal)),
      button(w("page.home.plan"), () => this.print(["plan", one.file])),
      button(w("page.home.print"), () => this.sheets(one.file)),
      button(w("page.home.log"), () => this.print(["log", one.file])),
      button(w("page.home.edit"), () => this.edit(one.file)),
      button(w("page.home.export"), () => this.trying(() => this.out(one))),
    );
    if (one.game_begun) row.append(sure(w("page.home.anew"), w("page.sure"), () => go(false, true)));
    row.append(sure(w("page.home.remove"), w("page.sure"), () => this.trying(async () => { await this.call("remove", { file: one.file }); await this.show(); })));
    box.append(el("p", `${one.game} · ${seats}`, "soft"), row);
    return box;
  }

  back() {
    return button(w("page.back"), () => this.show(), "back");
  }

  // Show the output of a command. more(name): returns the command for a name at the start of a line, shown as a button.
  async print(words, more = null) {
    this.box.replaceChildren(this.back(), el("p", "…"));
    try {
      const done = await this.call("run", { words });
      const named = more ? [...done.said.matchAll(/^([a-z]+) +(.+)$/gm)] : [];
      const parts = named.map(([, name, title]) => button(title, () => this.print(more(name))));
      const chapter = words[0] === "guide" && !done.code;
      this.box.replaceChildren(this.back(), ...(parts.length ? parts : [chapter ? reading(done.said) : block("pre", done.said)]));
      this.box.scrollTo(0, 0);
    } catch (error) {
      this.box.replaceChildren(this.back(), el("p", error.message));
    }
  }

  async sheets(file) {
    this.box.replaceChildren(this.back(), el("p", w("page.home.drawing")));
    try {
      const done = await this.call("run", { words: ["print", file, "--output", "/tmp/out"] });
      const found = done.files.filter((name) => name.endsWith(".pdf"));
      this.box.replaceChildren(this.back(), block("pre", done.said), ...found.map((name) => button(name, async () => {
        const [bytes] = await this.call("files", { names: [name], out: true });
        await hand(name, bytes);
      })));
    } catch (error) {
      this.box.replaceChildren(this.back(), el("p", error.message));
    }
  }

  async edit(file) {
    const field = block("textarea", await this.call("read", { file }));
    field.setAttribute("aria-label", file);
    field.rows = 24;
    field.spellcheck = false;
    this.told = el("p", "", "told");
    this.box.replaceChildren(this.back(), el("h2", file), field, this.told, button(w("page.send"), () => this.trying(async () => {
      await this.call("write", { file, text: field.value });
      await this.show();
    }), "pad primary"));
  }

  async out(one) {
    const games = [one.game_begun && one.file.replace(/yaml$/, "game"), one.rehearsal && one.file.replace(/yaml$/, "rehearsal.game")];
    await this.export([one.file, ...games.filter(Boolean)]);
  }

  bring() {
    const field = el("input");
    field.type = "file";
    field.accept = ".yaml,.yml,.game";
    field.multiple = true;
    field.addEventListener("change", () => this.trying(async () => {
      const files = [...field.files].sort((one, other) => Number(one.name.endsWith(".game")) - Number(other.name.endsWith(".game")));
      for (const file of files) {
        const bytes = new Uint8Array(await file.arrayBuffer());
        await this.call("bring", { file: file.name, path: "/tmp/brought" }, bytes);
      }
      await this.show();
    }));
    return labelled(w("page.home.bring"), field);
  }

  form() {
    const name = el("input");
    name.value = w("page.home.friday");
    const [people, virtual, minutes] = [el("input"), el("input"), el("input")];
    [people.value, virtual.value, minutes.value] = ["Ana, Ben", "Vera", "120"];
    minutes.inputMode = "numeric";
    const game = chosen(Object.keys(this.here.games), "uno");
    let rules = chosen(this.here.games.uno);
    const names = (field) => field.value.split(",").map((one) => one.trim()).filter(Boolean);
    const ways = el("fieldset", "", "ways");
    ways.setAttribute("aria-label", w("page.home.fits"));
    game.addEventListener("change", () => { const next = chosen(this.here.games[game.value]); rules.replaceWith(next); rules = next; });
    const fits = button(w("page.home.fits"), () => this.trying(async () => {
      ways.replaceChildren(el("p", w("page.home.measuring")));
      const said = { minutes: Number(minutes.value) || 120, game: game.value, rules: rules.value, people: names(people), virtual: names(virtual) };
      try {
        const found = await this.call("propose", said);
        ways.replaceChildren(...found.map((one, at) => this.way(one.said, one.way, at === 0)));
      } catch (error) {
        ways.replaceChildren();
        throw error;
      }
    }));
    const form = chosen(["auto", ...this.here.forms], "auto");
    for (const field of [people, virtual, game, form]) field.addEventListener("change", () => ways.replaceChildren());
    const ruled = labelled(w("page.home.rules"), rules);
    this.told = el("p", "", "told");
    this.told.setAttribute("role", "alert");
    const make = button(w("page.home.make"), () => this.trying(async () => {
      const seats = [...names(people), ...names(virtual).map((one) => `${one}:virtual`)];
      const file = `${name.value.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-") || "table"}.yaml`;
      const words = [file, "--name", name.value.trim() || "table", "--game", game.value, "--rules", rules.value];
      if (form.value !== "auto") words.push("--protocol", form.value);
      const way = JSON.parse(ways.querySelector(":checked")?.value ?? "null");
      await this.call("make", { words: [...words, ...seats.flatMap((one) => ["--seat", one])], way });
      await this.show();
    }), "pad primary");
    make.id = "make";
    this.box.replaceChildren(
      this.back(), el("h2", w("page.home.new")), labelled(w("page.home.name"), name), labelled(w("page.home.people"), people),
      labelled(w("page.home.virtuals"), virtual), labelled(w("page.home.game"), game), ruled,
      labelled(w("page.home.minutes"), minutes), fits, ways, labelled(w("page.home.form"), form),
      this.told, make, el("p", w("page.home.details"), "soft"),
    );
    name.focus();
  }

  // Show a proposed way to play.
  way(said, keys, first) {
    const [one, field] = [el("label", "", "way"), el("input")];
    [field.type, field.name, field.value, field.checked] = ["radio", "way", JSON.stringify(keys), first];
    one.append(field, el("span", said));
    return one;
  }

  // Buttons after the result is confirmed by end(): begin another game.
  again(button_, end) {
    const open = kept(BEGUN);
    return [button_(w("page.again"), async () => { await end(); await this.open({ ...open, anew: true }); })];
  }

  // Further actions in a game: leave it, read its log.
  besides(button_, open, leave) {
    const file = kept(BEGUN)?.file ?? "";
    const log = ["log", file, ...(kept(BEGUN)?.rehearsal ? ["--dry-run"] : [])];
    return [
      button_(w("page.home.log"), async () => {
        open(w("page.home.log"), el("p", "…"));
        const done = await this.call("run", { words: log });
        open(w("page.home.log"), block("pre", done.said));
      }),
      button_(w("page.home.leave"), leave),
    ];
  }
}
