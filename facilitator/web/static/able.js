// Reports a browser that is too old for the page, or a page that does not start. It is written in the syntax of
// 2009 (ECMAScript 5), which every browser can read, because the other scripts do not run in an old browser.
(function () {
  "use strict";

  var PATIENCE = 20000;  // milliseconds for the page to start
  var app = document.querySelector("link[rel=manifest]") !== null;
  var script = document.createElement("script");
  var dialog = document.createElement("dialog");
  var able = window.readsSyntax && "noModule" in script && script.replaceChildren && dialog.showModal
    && window.EventSource && window.fetch
    && (!app || (window.Worker && window.WebAssembly && window.DecompressionStream));

  function say(id) {
    document.getElementById(id).removeAttribute("hidden");
    document.body.className += " unable";
  }

  function look(event) {
    if (!window.pageStarted && (!event || event.target === window || event.target.tagName === "SCRIPT")) say("stuck");
  }

  if (!able) {
    say("old");
  } else {
    window.addEventListener("error", look, true);  // a script that was not loaded, or that fails
    setTimeout(function () { look(); }, PATIENCE);
  }
}());
