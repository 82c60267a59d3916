// The board: its ground comes from the table once, owners and numbers with every state.

import { button, el, svg, SVG } from "./dom.js";
import { Field } from "./field.js";
import { badge, emblem, mark } from "./signs.js";
import { read } from "./live.js";

// Where a finger lands: a normal distribution round the point it aims at (Bi and Zhai, Bayesian Touch, UIST 2013).
const SPREAD = 9.5; // its standard deviation: 1.5 mm in CSS pixels, of which a phone shows about 6.3 to the millimetre
const LIKELY = 20; // a place this many times less likely than the likeliest is not meant
const REACH = 5 * SPREAD; // a touch farther from every lit place means none of them
const MOST = 3;
const MARGIN = 0.06; // round the lit places, in widths of the drawing
const LEAST = 0.4; // a smaller part of the drawing shows too little round the lit places
const BAR = 64; // height of the bar that shows what was touched, in pixels
const HIGHEST = 0.72; // share of the window's height that the drawing may take

export class Board {
  // onPlaces(ids): a touch; the places that it may mean, the likeliest first. Left out where there is nothing to touch.
  constructor(home, onPlaces = null) {
    this.home = home;
    this.name = "";
    this.names = {};
    this.drawing = null;
    this.whole = null;
    this.lit = [];
    this.framed = "";
    this.onPlaces = onPlaces;
    this.field = new Field();
  }

  async show(state) {
    if (state.board !== this.name) await this.fetch(state.board);
    if (state.board !== this.name) return;
    if (this.drawing) this.paint(state);
    else this.list(state);
  }

  async fetch(name) {
    const board = await read(`/api/board/${encodeURIComponent(name)}`);
    if (!board) return;
    this.name = name;
    this.names = board.names;
    this.drawing = null;
    this.home.replaceChildren();
    if (!board.svg) return;
    const drawing = new DOMParser().parseFromString(board.svg, "image/svg+xml").documentElement;
    this.drawing = document.importNode(drawing, true);
    this.whole = this.drawing.viewBox.baseVal;
    this.whole = { x: this.whole.x, y: this.whole.y, width: this.whole.width, height: this.whole.height };
    this.framed = "";
    this.drawing.addEventListener("click", (event) => {
      const found = this.placesAt(event.clientX, event.clientY, event.target);
      if (found.length && this.onPlaces) this.onPlaces(found);
    });
    this.home.append(this.drawing);
  }

  // The places that a touch may mean: lit ones by likelihood, or else the one under the finger.
  placesAt(x, y, target) {
    const under = target.closest("[data-place],[data-disc]");
    const touched = under && (under.dataset.place || under.dataset.disc);
    const toWindow = this.drawing.getScreenCTM();
    const near = this.lit.map((id) => {
      const at = this.where(id);
      if (!at) return [id, Infinity];
      const centre = new DOMPoint(...at).matrixTransform(toWindow);
      const far = Math.hypot(centre.x - x, centre.y - y);
      return [id, id === touched ? Math.min(far, SPREAD) : far];
    }).sort((one, other) => one[1] - other[1]);
    if (!near.length || near[0][1] > REACH) return touched ? [touched] : [];
    const worst = near[0][1] ** 2 + 2 * SPREAD ** 2 * Math.log(LIKELY);
    return near.filter(([, far]) => far ** 2 <= worst).slice(0, MOST).map(([id]) => id);
  }

  // Shows these places as chosen.
  mark(ids) {
    if (!this.drawing) return;
    for (const land of this.drawing.querySelectorAll("[data-place]")) land.classList.toggle("aimed", ids.includes(land.dataset.place));
  }

  // Shows the part of the drawing with these places, as large as it fits; all of it for no places.
  frame(ids) {
    if (!this.drawing) return;
    const [wide, high] = [this.home.clientWidth, this.room()];
    const key = JSON.stringify([ids, wide, high]);
    if (!wide || key === this.framed) return;
    this.framed = key;
    const view = ids.length ? this.part(ids, high / wide) : this.whole;
    this.drawing.setAttribute("viewBox", [view.x, view.y, view.width, view.height].map((number) => number.toFixed(1)).join(" "));
    this.drawing.style.height = `${Math.min(high, (wide * view.height) / view.width)}px`;
  }

  // The height that is left for the drawing below the question, in pixels.
  room() {
    const { left, top, right } = this.home.getBoundingClientRect();
    const bar = document.querySelector("#aim").getBoundingClientRect();
    const barBelow = bar.left < right && bar.right > left;
    const below = document.querySelector("nav").offsetHeight + (barBelow ? BAR : 0) + 12;
    const natural = (this.home.clientWidth * this.whole.height) / this.whole.width;
    const room = Math.min(window.innerHeight - top - window.scrollY - below, window.innerHeight * HIGHEST);
    return Math.max(Math.min(natural, 160), room);
  }

  // A part of the drawing that holds these places, with at most this ratio of height to width.
  part(ids, ratio) {
    const margin = this.whole.width * MARGIN;
    const boxes = ids.map((id) => this.drawing.querySelector(`[data-place="${CSS.escape(id)}"]`)).filter(Boolean).map((land) => land.getBBox());
    if (!boxes.length) return this.whole;
    const spans = [["x", "width"], ["y", "height"]].map(([start, size]) => {
      const low = Math.min(...boxes.map((box) => box[start])) - margin;
      return [low, Math.max(...boxes.map((box) => box[start] + box[size])) + margin - low];
    });
    const [[x, across], [y, down]] = spans;
    const width = Math.min(this.whole.width, Math.max(across, down / ratio, this.whole.width * LEAST));
    const height = Math.min(this.whole.height, Math.max(down, width * ratio));
    const inside = (low, size, from, all) => Math.max(from, Math.min(low, from + all - size));
    return {
      x: inside(x + (across - width) / 2, width, this.whole.x, this.whole.width),
      y: inside(y + (down - height) / 2, height, this.whole.y, this.whole.height),
      width,
      height,
    };
  }

  // An open field has no drawing but what the camera sees; its units are listed, those that may be picked lit.
  list(state) {
    const lit = new Set([...(state.question ? state.question.places : []), ...state.focus]);
    const columns = state.seats.map((seat) => {
      const units = state.roster.filter((unit) => unit.seat === seat.id && !unit.out);
      const keys = units.map((unit) => this.unit(unit, lit.has(unit.id) ? "unit lit" : "unit"));
      return units.length ? el("section", {}, el("h2", {}, badge(seat), ` ${seat.name}`), ...keys) : null;
    });
    this.home.replaceChildren(...this.field.draw(state), el("div", { class: "roster" }, ...columns));
  }

  unit(unit, kind) {
    const figures = unit.figures.map((figure) => `${figure.value} ${figure.label}`).join(", ");
    const words = [el("b", {}, unit.name), el("small", {}, figures)];
    return this.onPlaces ? button(words, () => this.onPlaces([unit.id]), { class: kind }) : el("div", { class: kind }, words);
  }

  nameOf(place) {
    return this.names[place] || place;
  }

  paint(state) {
    const seats = Object.fromEntries(state.seats.map((seat) => [seat.id, seat]));
    this.lit = state.question ? state.question.places : [];
    const lit = new Set(this.lit);
    const focus = new Set(state.focus);
    for (const land of this.drawing.querySelectorAll("[data-place]")) {
      const id = land.dataset.place;
      const place = state.places[id];
      const owner = place && seats[place.owner];
      land.setAttribute("data-owner", owner ? owner.colour : "nobody");
      land.classList.toggle("lit", lit.has(id));
      land.classList.toggle("focus", focus.has(id));
    }
    for (const disc of this.drawing.querySelectorAll("[data-disc]")) this.number(disc, state, seats);
    this.arrow(state);
  }

  number(disc, state, seats) {
    const place = state.places[disc.dataset.disc];
    const radius = Number(disc.dataset.radius);
    const parts = [];
    const signs = [];
    if (place && (place.count || place.owner)) {
      const owner = seats[place.owner];
      parts.push(svg("circle", { r: radius, class: `seat-${owner ? owner.colour : "nobody"}` }));
      parts.push(svg("text", { class: `number on-${owner ? owner.colour : "nobody"}`, y: radius * 0.36,
        "font-size": radius * 1.05 }, String(place.count)));
      if (owner) {
        parts.push(emblem(owner, radius * 0.52, radius * 1.02, -radius * 0.62));
      }
    }
    const marks = place ? [...new Set(place.marks)] : [];
    marks.forEach((kind, number) => {
      // Round the number, or side by side where there is none.
      const angle = Math.PI * (0.6 + 0.36 * number);
      const [x, y] = parts.length
        ? [Math.cos(angle) * radius * 1.45, Math.sin(angle) * radius * 1.45]
        : [(number - (marks.length - 1) / 2) * radius * 1.3, 0];
      signs.push(mark(kind, seats, state.marks, radius * 0.58, x, y));
    });
    disc.replaceChildren(...parts, ...signs);
  }

  where(place) {
    const disc = this.drawing.querySelector(`[data-disc="${CSS.escape(place)}"]`);
    const at = disc && /translate\(([-\d.]+) ([-\d.]+)\)/.exec(disc.getAttribute("transform"));
    return at ? [Number(at[1]), Number(at[2])] : null;
  }

  arrow(state) {
    this.drawing.querySelector(".ways")?.remove();
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "ways");
    const ways = state.lines.map((line) => [line.kind, line.places]);
    if (state.focus.length > 1) ways.push(["attack", state.focus.slice(0, 2)]);
    for (const [kind, places] of ways) {
      const points = places.map((place) => this.where(place)).filter(Boolean);
      if (points.length > 1) group.append(this.way(kind, points));
    }
    this.drawing.append(group);
  }

  // A line between places; an attack has a head and stays clear of the numbers.
  way(kind, points) {
    if (kind !== "attack") {
      return svg("polyline", { class: `way ${kind}`, points: points.map((at) => at.join()).join(" ") });
    }
    const [[x0, y0], [x1, y1]] = points;
    const length = Math.max(1, Math.hypot(x1 - x0, y1 - y0));
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const [sx, sy, ex, ey] = [x0 + ux * 34, y0 + uy * 34, x1 - ux * 38, y1 - uy * 38];
    const head = [[ex, ey], [ex - ux * 34 - uy * 20, ey - uy * 34 + ux * 20], [ex - ux * 34 + uy * 20, ey - uy * 34 - ux * 20]];
    return svg("g", { class: "way attack" },
      svg("line", { x1: sx, y1: sy, x2: ex - ux * 28, y2: ey - uy * 28 }),
      svg("polygon", { points: head.map((at) => at.join()).join(" ") }));
  }
}
