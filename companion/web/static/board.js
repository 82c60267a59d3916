// The board: its ground comes from the table once, owners and numbers with every state.

import { button, el, svg, SVG } from "./dom.js";
import { badge, emblem, mark } from "./signs.js";
import { read } from "./live.js";

export class Board {
  // onPlace(id): a place was touched; left out where there is nothing to touch.
  constructor(home, onPlace = null) {
    this.home = home;
    this.name = "";
    this.names = {};
    this.drawing = null;
    this.onPlace = onPlace;
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
    this.drawing.addEventListener("click", (event) => {
      const place = event.target.closest("[data-place],[data-disc]");
      if (place && this.onPlace) this.onPlace(place.dataset.place || place.dataset.disc);
    });
    this.home.append(this.drawing);
  }

  // An open field has no drawing: its units are listed, those that may be picked lit.
  list(state) {
    const lit = new Set([...(state.question ? state.question.places : []), ...state.focus]);
    const columns = state.seats.map((seat) => {
      const units = state.roster.filter((unit) => unit.seat === seat.id && !unit.out);
      const keys = units.map((unit) => this.unit(unit, lit.has(unit.id) ? "unit lit" : "unit"));
      return units.length ? el("section", {}, el("h3", {}, badge(seat), ` ${seat.name}`), ...keys) : null;
    });
    this.home.replaceChildren(el("div", { class: "roster" }, ...columns));
  }

  unit(unit, kind) {
    const figures = unit.figures.map((figure) => `${figure.value} ${figure.label}`).join(", ");
    const words = [el("b", {}, unit.name), el("small", {}, figures)];
    return this.onPlace ? button(words, () => this.onPlace(unit.id), { class: kind }) : el("div", { class: kind }, words);
  }

  nameOf(place) {
    return this.names[place] || place;
  }

  paint(state) {
    const seats = Object.fromEntries(state.seats.map((seat) => [seat.id, seat]));
    const lit = new Set(state.question ? state.question.places : []);
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
      signs.push(mark(kind, seats, radius * 0.58, x, y));
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
