// Shows what the server tells. Every text goes in as text, never as markup: names come from anybody.

import { compare, gettext, language, listed, ngettext, percent } from "./words.js";

const tables = new Map();
const cards = new Map();
const byId = (id) => document.getElementById(id);

function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function decimal(number) {
  return number.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

function emblem(seat) {
  const disc = make("span", `emblem ${seat.colour}`);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${seat.emblem}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${seat.colour}, ${seat.emblem}`);
  svg.append(use);
  disc.append(svg);
  return disc;
}

function clockFace(milliseconds) {
  const all = Math.floor(milliseconds / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

function spent(table, seat) {
  const state = table.state;
  const runs = table.online && seat === state.running && !state.paused;
  return (state.clocks[seat] ?? 0) + (runs ? table.age * 1000 + performance.now() - table.received : 0);
}

function head(table) {
  const row = make("div", "head");
  row.append(make("h3", "", table.state.table || gettext("Table {id}", { id: table.id })));
  const word = !table.online ? gettext("offline") : table.state.paused ? gettext("paused") : "";
  if (word) row.append(make("span", "badge", word));
  return row;
}

function now(table) {
  const state = table.state;
  const row = make("div", state.winner ? "now won" : "now");
  const shown = state.winner ? state.winners : [state.active ?? state.wanted];
  const seats = state.seats.filter((seat) => shown.includes(seat.id));
  row.append(...seats.map(emblem));
  const words = make("div");
  const players = seats.length ? listed(seats.map((seat) => seat.name)) : state.winner;
  const wins = ngettext("{players} wins", "{players} win", state.winners.length, { players });
  words.append(make("strong", "", state.winner ? wins : seats[0]?.name ?? (state.step || gettext("Between games"))));
  if (seats.length && !state.winner) words.append(make("div", "step", state.step));
  row.append(words);
  return row;
}

function question(state) {
  const prefix = `${state.turn}: `;
  const mine = state.turn && state.wanted === state.active && state.question.startsWith(prefix);
  return mine ? state.question.slice(prefix.length) : state.question;
}

function seatRow(table, seat) {
  const standing = table.standings.standings.find((each) => each.seat === seat.id);
  const classes = [standing?.out ? "out" : "", seat.id === table.state.wanted ? "wanted" : ""];
  const row = make("li", classes.join(" ").trim());
  row.append(emblem(seat), make("span", "name", seat.name + (standing?.team ? ` (${standing.team})` : "")));
  const clock = make("span", "clock", clockFace(spent(table, seat.id)));
  clock.dataset.seat = seat.id;
  if (seat.id === table.state.running && table.online && !table.state.paused) clock.classList.add("running");
  row.append(clock);
  const figures = (standing?.figures ?? []).slice(0, 3).map((figure) => `${figure.value} ${figure.label}`);
  if (standing?.out) row.append(make("span", "figures", gettext("out of the game")));
  else if (figures.length) row.append(make("span", "figures", figures.join(", ")));
  return row;
}

function drawTable(table) {
  const state = table.state;
  const active = state.seats.find((seat) => seat.id === state.active);
  const card = make("article", `table ${active?.colour ?? ""} ${table.online ? "" : "offline"}`);
  card.append(head(table));
  if (state.title) card.append(make("div", "game", state.round ? gettext("{game}, round {round}", { game: state.title, round: state.round }) : state.title));
  card.append(now(table));
  if (state.question && !state.winner) card.append(make("div", "question", question(state)));
  if (state.seats.length) {
    const seats = make("ul");
    for (const seat of state.seats) seats.append(seatRow(table, seat));
    card.append(seats);
  }
  const old = cards.get(table.id);
  cards.set(table.id, card);
  card.hidden = Boolean(old?.hidden);
  if (old?.parentNode) old.replaceWith(card);
}

function arrange() {
  const name = (table) => table.state.table;
  const order = [...tables.values()].sort((one, other) =>
    other.online - one.online || compare(name(one), name(other)) || (one.id < other.id ? -1 : 1));
  const grid = byId("tables");
  order.forEach((table, place) => {
    const card = cards.get(table.id);
    if (grid.children[place] !== card) grid.insertBefore(card, grid.children[place] ?? null);
  });
  byId("no-tables").hidden = tables.size > 0;
}

function drawLeague(league, order) {
  const { rows, duels, awards, season } = league;
  byId("league").tBodies[0].replaceChildren(...rows.map((row, place) => {
    const line = make("tr");
    [place + 1, row.name, row.games, row.wins].forEach((value) => line.append(make("td", "", value)));
    line.append(make("td", order === "score" ? "order" : "", percent(row.score)));
    line.append(make("td", order === "rating" ? "order" : "", `${decimal(row.rating)} \u00b1 ${decimal(row.spread)}`));
    return line;
  }));
  for (const title of document.querySelectorAll("[data-order]")) {
    title.classList.toggle("order", title.dataset.order === order);
    if (title.dataset.order === order) title.setAttribute("aria-sort", "descending");
  }
  byId("league").hidden = !rows.length;
  byId("no-league").hidden = rows.length > 0;
  const days = season.first && season.last ? gettext("from {first} until {last}", season)
    : season.first ? gettext("from {first}", season) : season.last ? gettext("until {last}", season) : "";
  byId("season").textContent = [season.name, days].filter(Boolean).join(", ");
  byId("season").hidden = !byId("season").textContent;
  byId("awards").replaceChildren(...awards.flatMap((award) => [make("dt", "", award.title), make("dd", "", `${award.name}: ${award.text}`)]));
  byId("duels").hidden = !duels.length;
  byId("duels").tBodies[0].replaceChildren(...duels.map((duel) => {
    const line = make("tr");
    [listed([duel.one, duel.other]), duel.games, `${duel.one_won} : ${duel.other_won}`].forEach((value) => line.append(make("td", "", value)));
    return line;
  }));
}

// The map of one table at a time, for spectators.
const drawings = new Map();
let featured = -1;

// Our own boards are the page's; a players' board is the one that its table has sent.
async function drawing(table) {
  const board = table.map.board;
  const path = `${board.includes("@") ? `tables/${table.id}` : "boards"}/${encodeURIComponent(board)}.svg`;
  if (!drawings.has(path)) {
    const reply = await fetch(path);
    if (!reply.ok) return null; // the board may still be on its way
    drawings.set(path, await reply.text());
  }
  const svg = new DOMParser().parseFromString(drawings.get(path), "image/svg+xml").documentElement;
  return document.importNode(svg, true);
}

function put(parent, tag, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  parent.append(node);
}

function paint(map, table) {
  const colours = Object.fromEntries(table.state.seats.map((seat) => [seat.id, seat.colour]));
  for (const land of map.querySelectorAll("[data-place]")) {
    land.setAttribute("data-owner", colours[(table.map.places[land.dataset.place] ?? [""])[0]] ?? "nobody");
  }
  for (const disc of map.querySelectorAll("[data-disc]")) {
    const [owner, count] = table.map.places[disc.dataset.disc] ?? ["", 0];
    const [colour, radius] = [colours[owner] ?? "nobody", Number(disc.dataset.radius)];
    disc.replaceChildren();
    if (!count && !owner) continue;
    put(disc, "circle", { r: radius, class: `seat-${colour}` }, "");
    put(disc, "text", { class: `number on-${colour}`, y: radius * 0.36, "font-size": radius * 1.05 }, String(count));
  }
}

async function feature(step) {
  const shown = [...tables.values()].filter((table) => table.online && table.map.board).sort((one, other) => (one.id < other.id ? -1 : 1));
  const wide = window.innerWidth >= 1100;
  if (!shown.length || !wide) {
    byId("featured").hidden = true;
    return;
  }
  featured = (featured + step + shown.length) % shown.length;
  const table = shown[Math.max(0, featured)];
  const map = await drawing(table);
  if (!map) return;
  paint(map, table);
  byId("map").replaceChildren(map);
  const names = { table: table.state.table || table.id, game: table.state.title, player: table.state.turn };
  byId("featured-title").textContent = names.player ? gettext("{table}: {game}, {player}'s turn", names) : gettext("{table}: {game}", names);
  byId("featured").hidden = false;
}

// On a wall, cards that do not fit take turns; while somebody moves the mouse, types or scrolls, the page stands and scrolls.
const TURN = 10_000; // milliseconds for which some of the cards are shown
const REST = 60_000; // milliseconds without a hand at the page
let [first, moved] = [0, -REST];

function turnPages() {
  const grid = byId("tables");
  const all = [...grid.children];
  for (const card of all) card.hidden = false;
  const wall = window.innerWidth >= 1100 && performance.now() - moved >= REST;
  document.body.classList.toggle("wall", wall);
  byId("shown").textContent = "";
  if (!wall || !all.length) {
    feature(0);
    return;
  }
  if (first >= all.length) first = 0;
  all.forEach((card, place) => (card.hidden = place < first));
  const bottom = (card) => card.getBoundingClientRect().bottom + window.scrollY;
  let last = first;
  while (last + 1 < all.length && bottom(all[last + 1]) <= window.innerHeight) last += 1;
  all.slice(last + 1).forEach((card) => (card.hidden = true));
  if (first || last + 1 < all.length) byId("shown").textContent = gettext("{first} to {last} of {count}", { first: first + 1, last: last + 1, count: all.length });
  first = last + 1;
  feature(1);
}

for (const kind of ["pointermove", "keydown", "wheel", "touchstart"]) {
  addEventListener(kind, () => {
    const resting = performance.now() - moved >= REST;
    moved = performance.now();
    if (resting) turnPages();
  }, { passive: true });
}
setInterval(turnPages, TURN);

function say(words, bad) {
  byId("status").textContent = words;
  byId("status").classList.toggle("bad", bad);
}

function take(told) {
  if (told.tables) {
    for (const card of cards.values()) card.remove();
    tables.clear();
    cards.clear();
  }
  for (const table of told.tables ?? told.changed) {
    table.received = performance.now();
    tables.set(table.id, table);
    drawTable(table);
  }
  for (const id of told.gone ?? []) {
    cards.get(id)?.remove();
    cards.delete(id);
    tables.delete(id);
  }
  arrange();
  if (told.tables) turnPages();
  else if (!byId("featured").hidden) feature(0);
  if (told.league) drawLeague(told.league, told.order);
  const online = [...tables.values()].filter((table) => table.online).length;
  say(told.live ? ngettext("{count} table live", "{count} tables live", online) : gettext("Not live: {reason}", { reason: told.broker }), !told.live);
}

const source = new EventSource("events");
source.onmessage = (message) => take(JSON.parse(message.data));
source.onerror = () => say(gettext("Not live: this page has lost the club"), true);

setInterval(() => {
  for (const [id, table] of tables) {
    if (!table.online || !table.state.running || table.state.paused) continue;
    const clock = cards.get(id).querySelector(".clock.running");
    if (clock) clock.textContent = clockFace(spent(table, clock.dataset.seat));
  }
}, 500);
