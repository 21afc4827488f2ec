// Says what is missing if this browser is too old for the page, or if the page does not start. Written in the syntax
// of 2009 (ECMAScript 5), which every browser reads: the page's other scripts do not even run there.
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
    window.addEventListener("error", look, true);  // a script that did not come, or that fails
    setTimeout(function () { look(); }, PATIENCE);
  }
}());
