// Show a chapter of the guide: the kinds of Markdown that it uses become elements. Its text is never markup.

import { block, el } from "./picture.js";

const WITHIN = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\))/;

// Append a line of text with its code, bold parts and links, of which only the words are shown.
function line(name, text) {
  const one = el(name);
  for (const part of text.split(WITHIN)) {
    if (part.startsWith("`")) one.append(el("code", part.slice(1, -1)));
    else if (part.startsWith("**")) one.append(el("strong", part.slice(2, -2)));
    else one.append(part.replace(/^\[([^\]]+)\]\([^)]*\)$/, "$1"));
  }
  return one;
}

function row(text, name) {
  const one = el("tr");
  one.append(...text.replace(/^\||\|\s*$/g, "").split("|").map((cell) => line(name, cell.trim())));
  return one;
}

export function reading(text) {
  const parts = [];
  let said = null;  // paragraph or list item that continues
  let code = null;
  const last = (name) => { if (parts.at(-1)?.localName !== name) parts.push(el(name)); return parts.at(-1); };
  const flush = () => { if (said) said.to.append(line(said.name, said.text)); said = null; };
  const body = el("div", "", "reading");
  for (const one of [...text.split("\n"), ""]) {
    if (code) {
      if (one.startsWith("```")) { parts.push(block("pre", code.join("\n"))); code = null; } else code.push(one);
      continue;
    }
    const point = one.match(/^(- |\d+\. )(.*)/);
    if (point || !one.trim() || /^(#|\||```)/.test(one)) flush();
    if (one.startsWith("```")) code = [];
    else if (one.startsWith("#")) parts.push(line(one.startsWith("# ") ? "h2" : "h3", one.replace(/^#+ /, "")));
    else if (/^\|[-:| ]+$/.test(one)) continue;
    else if (one.startsWith("|")) last("table").append(row(one, parts.at(-1).childElementCount ? "td" : "th"));
    else if (point) said = { to: last(point[1] === "- " ? "ul" : "ol"), name: "li", text: point[2] };
    else if (said) said.text += ` ${one.trim()}`;
    else if (one.trim()) { parts.push(el("div")); said = { to: parts.at(-1), name: "p", text: one.trim() }; }
  }
  body.append(...parts);
  return body;
}
