// Says the sentences of scripts in the language of the page: the functions of GNU gettext. Babel finds their calls.

const told = await fetch(new URL("words.json", import.meta.url)).then((response) => response.json()).catch(() => ({}));
const { languages = {}, texts = {}, plurals = {} } = told;

export const language = document.documentElement.lang;
export { languages };
// English with British commas: A, B and C.
const locale = language === "en" ? "en-GB" : language;
const categories = new Intl.PluralRules(locale);
const shares = new Intl.NumberFormat(locale, { style: "percent" });
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
const lists = new Intl.ListFormat(locale, { type: "conjunction" });
const order = new Intl.Collator(locale, { numeric: true });

// Parts of a whole are written with the language's own mark; whole numbers stay as they are.
function written(value) {
  return typeof value === "number" && !Number.isInteger(value) ? decimals.format(value) : value;
}

function fill(template, places) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in places ? written(places[name]) : whole));
}

// gettext("{player} takes {place}", { player, place })
export function gettext(template, places = {}) {
  return fill(texts[template] ?? template, places);
}

// The same for words that mean something else elsewhere: pgettext("button", "Draw")
export function pgettext(context, template, places = {}) {
  return fill(texts[`${context}|${template}`] ?? template, places);
}

// ngettext("{count} card", "{count} cards", count)
export function ngettext(singular, plural, count, places = {}) {
  const forms = plurals[singular];
  const template = forms ? forms[categories.select(count)] ?? forms.other : count === 1 ? singular : plural;
  return fill(template, { count, ...places });
}

export function percent(share) {
  return shares.format(share);
}

// "A, B and C"
export function listed(words) {
  return lists.format(words);
}

export function compare(one, other) {
  return order.compare(one, other);
}

export function lower(words) {
  return words.toLocaleLowerCase(locale);
}

// Chooses the language of this browser, and loads the page anew in it.
export function choose(code) {
  document.cookie = `language=${code}; path=/; max-age=31536000; SameSite=Lax`;
  location.reload();
}
