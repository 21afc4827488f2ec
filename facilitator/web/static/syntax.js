// Uses every kind of syntax that the page's scripts use, and nothing else. A browser that cannot read this file
// skips it, so `able.js` finds out without running text as code, which the page's policy forbids.

window.readsSyntax = ((values, { key = "", ...rest }) => {
  let sum = 1_000;
  try { sum = values?.first ?? `${key}`; } catch { sum = null; }
  rest.more ??= /[^\p{L}\p{N}]+/u.test([...values, sum].join());
  return class { get is() { return rest; } async wait() { for await (const value of values) await value; } };
})([], { key: "" }) !== undefined;
