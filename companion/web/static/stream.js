// The page for a projector: everything large, nothing to touch.

import { byId, el } from "./dom.js";
import { Board } from "./board.js";
import { connect } from "./live.js";
import { loadSigns } from "./signs.js";
import { showClock, showConnection, showGoals, showOdds, showQuestion, showReports, showSeats, showTimeline, showWinning } from "./state.js";

const board = new Board(byId("board"));

function show(state) {
  byId("game").textContent = state ? state.game : "The table";
  if (!state) {
    byId("question").replaceChildren(el("h2", {}, "No game is on the table."));
    return;
  }
  for (const part of [showTimeline, showQuestion, showOdds, showSeats, showWinning, showGoals, showReports]) part(state);
  board.show(state);
}

await loadSigns();
connect({
  table: show,
  seat: () => {},
  connected: showConnection,
  gone: () => byId("question").replaceChildren(el("h2", {}, "Scan the code on the table's screen.")),
});
setInterval(showClock, 500);
