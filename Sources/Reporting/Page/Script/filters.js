// What is shown: decoders, a group, a symbology, only differences. The choice is kept in the page's
// address, behind the place: #curves&decoders=zbar,zxing&group=v2-m%2Fupright&differences=1

const bar = /** @type {HTMLElement|null} */ (document.getElementById("filter"));
const curves = document.getElementById("curves");
const switches = /** @type {HTMLButtonElement[]} */ ([
  ...document.querySelectorAll("button[data-switch][aria-pressed]"),
]);
const choices = /** @type {HTMLSelectElement[]} */ (bar ? [...bar.querySelectorAll("select")] : []);
const differences = /** @type {HTMLInputElement|null} */ (
  bar && bar.querySelector("input[type=checkbox]"));
/** The decoders that are switched off, by their number on the page. @type {Set<string>} */
const off = new Set();
/** The place that the address names. */
let place = "";

const decoderNames = new Map(switches.map((one) => [
  /** @type {string} */ (one.dataset.switch), /** @type {string} */ (one.dataset.decoder),
]));

/** @param {string} name */
const choice = (name) => (choices.find((one) => one.name === name) || { value: "" }).value;

/** True if a group is of what was chosen. @param {string} group */
const isChosenGroup = (group) => {
  const [wanted, symbology] = [choice("group"), choice("symbology")];
  if (wanted && group !== wanted) return false;
  if (!symbology) return true;
  const select = choices.find((one) => one.name === "group");
  const option = select && [...select.options].find((one) => one.value === group);
  return !option || (option.dataset.symbologies || "").split("|").includes(symbology);
};

/** @param {HTMLElement} element */
const isShown = (element) => {
  const { decoder, group } = element.dataset;
  const number = [...decoderNames].find(([, name]) => name === decoder);
  if (number && off.has(number[0])) return false;
  if (group !== undefined && !isChosenGroup(group)) return false;
  return !(differences && differences.checked && element.dataset.alike !== undefined);
};

const parts =
  "main :is(tr,th,td,li,figure,div,span)[data-decoder], main :is(tr,figure,div)[data-group], main [data-alike]";

const showChoice = () => {
  for (const button of switches) {
    button.setAttribute("aria-pressed", String(!off.has(button.dataset.switch || "")));
  }
  for (const layer of /** @type {NodeListOf<SVGElement>} */ (
    document.querySelectorAll("main [data-series]"))) {
    layer.style.display = off.has(layer.dataset.series || "") ? "none" : "";
  }
  if (curves) {
    curves.toggleAttribute(
      "data-crowded", decoderNames.size - off.size > Number(curves.dataset.most));
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(parts))) {
    part.toggleAttribute("data-out", !isShown(part));
  }
  for (const room of document.querySelectorAll(".room")) {
    const samples = [...room.querySelectorAll(".sample")];
    room.toggleAttribute(
      "data-empty", samples.length > 0 && samples.every((one) => one.closest("[data-out]")));
  }
  const chosen = choices.filter((one) => one.value).length + (off.size ? 1 : 0)
    + (differences && differences.checked ? 1 : 0);
  const count = bar && bar.querySelector("summary .count");
  if (count) count.textContent = chosen ? `${chosen} active` : "";
};

/** The address that says what is shown. @param {string} at */
const addressOf = (at) => {
  const values = choices.filter((one) => one.value)
    .map((one) => `${one.name}=${encodeURIComponent(one.value)}`);
  if (off.size) {
    const shown = [...decoderNames].filter(([number]) => !off.has(number));
    values.unshift("decoders=" + shown.map(([, name]) => encodeURIComponent(name)).join(","));
  }
  if (differences && differences.checked) values.push("differences=1");
  return "#" + [at, ...values].filter(Boolean).join("&");
};

const keepAddress = () => history.replaceState(null, "", addressOf(place));

/** Reads the address; without a choice in it, what is shown stays. */
const readAddress = () => {
  const items = location.hash.slice(1).split("&");
  // A sample's address is a place, too.
  place = items.find((item) => !item.includes("=") || item.startsWith("sample=")) || "";
  const values = new Map(
    items.filter((item) => item !== place && item.includes("=")).map((item) => {
      const at = item.indexOf("=");
      return [item.slice(0, at), item.slice(at + 1)];
    }));
  if (!values.size) return;
  /** @param {string} text */
  const plain = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  for (const one of choices) {
    const value = plain(values.get(one.name) || "");
    one.value = [...one.options].some((option) => option.value === value) ? value : "";
  }
  if (differences) differences.checked = values.has("differences");
  off.clear();
  const shown = values.has("decoders")
    ? (values.get("decoders") || "").split(",").map(plain) : null;
  for (const [number, name] of decoderNames) if (shown && !shown.includes(name)) off.add(number);
};

/** @param {HTMLButtonElement|null} button */
const light = (button) => {
  if (!curves) return;
  for (const part of curves.querySelectorAll(".lit")) part.classList.remove("lit");
  delete curves.dataset.focus;
  if (!button || button.getAttribute("aria-pressed") !== "true") return;
  curves.dataset.focus = "";
  for (const part of curves.querySelectorAll(`[data-series="${button.dataset.switch}"]`)) {
    part.classList.add("lit");
  }
};

document.addEventListener("click", (event) => {
  const button = targetOf(event, "[data-switch]");
  if (!button) return;
  const number = button.dataset.switch;
  if (number === "all") off.clear();
  else if (number === "none") for (const one of decoderNames.keys()) off.add(one);
  else if (!off.delete(number)) off.add(number);
  showChoice();
  keepAddress();
  light(number === "all" || number === "none" ? null : button);
});
for (const button of switches) {
  for (const [start, end] of [["pointerenter", "pointerleave"], ["focus", "blur"]]) {
    button.addEventListener(start, () => light(button));
    button.addEventListener(end, () => light(null));
  }
}
if (bar) {
  bar.addEventListener("change", () => { showChoice(); keepAddress(); });
  bar.addEventListener("click", (event) => {
    if (!targetOf(event, ".reset")) return;
    for (const one of choices) one.value = "";
    if (differences) differences.checked = false;
    off.clear();
    showChoice();
    keepAddress();
  });
}
