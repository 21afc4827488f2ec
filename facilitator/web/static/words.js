// The page's texts in the language of the table. They come from the catalogue, sent by the game.

let words = {};

// The sentence of a key, its slots filled; the key itself until the words are there.
export function w(key, slots = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(slots[name] ?? whole));
}

// Take another language's words, and write those that stand in the page's frame.
export function learn(next, language) {
  words = next;
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = w(one.dataset.word);
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", w(one.dataset.label));
}
