// Draws what everybody may see, on the phone's page and on the projector's.

import { byId, clockFace, el, perCent } from "./dom.js";
import { badge } from "./signs.js";
import { gettext, listed, ngettext } from "./words.js";

let ticking = { clocks: {}, running: null, paused: true, since: 0 };

export function seatOf(state, id) {
  return state.seats.find((seat) => seat.id === id) || null;
}

export function nameOf(state, id) {
  const seat = seatOf(state, id);
  return seat ? seat.name : gettext("Nobody");
}

export function showTimeline(state) {
  byId("timeline").replaceChildren(...state.chips.map((chip) =>
    el("li", { class: chip.status, "aria-current": chip.status === "now" ? "step" : null }, chip.title)));
  byId("timeline").querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "center" });
  ticking = { clocks: state.clocks, running: state.running, paused: state.paused, since: Date.now(), round: state.round };
  showClock();
}

export function showClock() {
  const { clocks, running, paused, since, round } = ticking;
  const spent = running ? clocks[running] + (paused ? 0 : Date.now() - since) : 0;
  const words = [round ? gettext("Round {round}", { round }) : "", paused ? gettext("paused") : running ? clockFace(spent) : ""];
  byId("clock").textContent = words.filter(Boolean).join(" · ");
}

export function showQuestion(state) {
  const home = byId("question");
  if (!state.question) {
    const winners = listed(state.winners.map((id) => nameOf(state, id)));
    home.replaceChildren(el("h2", {}, winners ? ngettext("{players} wins!", "{players} win!", state.winners.length, { players: winners })
      : gettext("The game is over.")));
    return;
  }
  const seat = seatOf(state, state.question.seat);
  home.replaceChildren(
    el("p", { class: "asked" }, ...(seat ? [badge(seat), ` ${seat.name}`] : [gettext("Everybody")])),
    el("h2", { tabindex: "-1" }, state.question.prompt),
    ...(state.question.detail ? [el("p", { class: "detail" }, state.question.detail)] : []));
}

export function showOdds(state) {
  const home = byId("odds");
  const odds = state.odds;
  const tally = state.tally ? [el("p", { class: "words" }, state.tally)] : [];
  if (!odds) {
    home.replaceChildren(...tally);
    return;
  }
  const rows = [el("p", { class: "words" }, odds.summary)];
  if (odds.conquest !== null) {
    const colour = (id) => (seatOf(state, id) || { colour: "gray" }).colour;
    const bar = el("div", { class: "bar", role: "img", "aria-label": gettext("Attacker {chance}", { chance: perCent(odds.conquest) }) });
    const [left, right] = [el("span", { class: `seat-${colour(odds.attacker)}` }), el("span", { class: `seat-${colour(odds.defender)}` })];
    // The policy forbids styles in the page, but not styles that the page's own script sets.
    left.style.flexGrow = String(odds.conquest);
    right.style.flexGrow = String(1 - odds.conquest);
    bar.append(left, right);
    rows.unshift(el("p", { class: "shares" }, el("span", {}, gettext("Takes it {chance}", { chance: perCent(odds.conquest) })), el("span", {}, gettext("Holds {chance}", { chance: perCent(1 - odds.conquest) }))), bar);
  }
  home.replaceChildren(...rows, ...tally);
}

// Everybody's chance to win, where the table shows it; a team is one part.
export function showWinning(state) {
  const teams = Object.fromEntries(state.standings.map((standing) => [standing.seat, standing.team || standing.seat]));
  const sides = state.chances.filter((chance, at) => state.chances.findIndex((other) => teams[other.seat] === teams[chance.seat]) === at);
  const said = sides.map((chance) => `${nameOf(state, chance.seat)} ${perCent(chance.chance)}`).join(", ");
  const words = gettext("Chances to win: {chances}", { chances: said });
  const parts = sides.map((chance) => {
    const seat = seatOf(state, chance.seat);
    const part = el("span", { class: `seat-${seat ? seat.colour : "gray"}` });
    part.style.flexGrow = String(chance.chance);
    return part;
  });
  byId("winning").replaceChildren(...(sides.length
    ? [el("div", { class: "bar", role: "img", "aria-label": words }, ...parts), el("p", { class: "detail" }, words)]
    : []));
}

export function showSeats(state, mine = null) {
  byId("seats").replaceChildren(...state.standings.map((standing) => {
    const seat = seatOf(state, standing.seat);
    if (!seat) return null;
    const wanted = state.question && state.question.seat === seat.id;
    const figures = standing.figures.slice(0, 4).map((figure) => el("span", { class: "figure" }, el("b", {}, String(figure.value)), ` ${figure.label}`));
    return el("li", { class: [standing.out ? "out" : "", wanted ? "wanted" : ""].join(" ").trim() || null },
      badge(seat),
      el("span", { class: "name" }, seat.id === mine ? gettext("{player} (you)", { player: seat.name }) : seat.name),
      el("span", { class: "figures" }, ...figures, standing.out ? gettext("out") : ""));
  }).filter(Boolean));
}

export function showReports(state) {
  byId("reports").replaceChildren(...[...state.reports].reverse().map((words) => el("li", {}, words)));
}

export function showGoals(state) {
  const home = byId("goals");
  const onField = state.board.startsWith("field");
  const units = onField ? [] : state.roster.filter((unit) => !unit.out);
  const parts = [];
  if (state.goals.length) {
    parts.push(el("h3", {}, gettext("Goals")), el("ul", { class: "goals" }, ...state.goals.map((goal) =>
      el("li", {}, el("span", {}, goal.title), el("b", {}, goal.owner ? nameOf(state, goal.owner) : `${goal.have}/${goal.need}`)))));
  }
  if (units.length) {
    parts.push(el("details", {}, el("summary", {}, gettext("Units ({count})", { count: units.length })), el("ul", { class: "goals" }, ...units.map((unit) =>
      el("li", {}, el("span", {}, `${unit.name}, ${nameOf(state, unit.seat)}`), el("b", {}, unit.figures.map((figure) => `${figure.value} ${figure.label}`).join(", ")))))));
  }
  home.replaceChildren(...parts);
}

export function showConnection(connected) {
  byId("offline").hidden = connected;
}
