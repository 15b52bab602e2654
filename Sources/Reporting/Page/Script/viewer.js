// A sample large: its pixels, who reads it, its command and its address; the sample before and after.

const viewer = /** @type {HTMLDialogElement|null} */ (document.getElementById("viewer"));
/** The samples to step through. @type {HTMLElement[]} */
let shownSamples = [];
let current = 0;
/** Screen pixels for each pixel of the image; 0 fits the window. */
let zoom = 0;
/** The place in the address before a sample was opened. */
let placeBefore = "";

const allSamples = () =>
  /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".sample[data-sample]")])
    .filter((one) => !one.closest("[data-out]"));

/** Each sample once, however many lists show it. @param {HTMLElement[]} samples */
const each = (samples) =>
  [...new Map(samples.map((one) => [one.dataset.sample, one])).values()];

/** @param {string} name @returns {any} */
const part = (name) => viewer && viewer.querySelector(`[data-part="${name}"]`);

/** True for keys that are the browser's own, such as those that enlarge the page. @param {KeyboardEvent} event */
const isBrowsers = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** @param {SVGSVGElement} picture */
const fit = (picture) => {
  const box = picture.viewBox.baseVal;
  const room = part("picture");
  const factor = Math.min(
    (room.clientWidth - 4) / box.width, Math.max(200, innerHeight * 0.62) / box.height);
  // Whole factors keep pixels square.
  return factor >= 1 ? Math.floor(factor) : factor;
};

const showZoom = () => {
  const picture = part("picture").querySelector("svg");
  if (!picture) return;
  const box = picture.viewBox.baseVal;
  const factor = zoom || fit(picture);
  picture.setAttribute("width", String(box.width * factor));
  picture.setAttribute("height", String(box.height * factor));
  part("zoom").textContent =
    factor >= 1 ? `${Math.round(factor)} : 1` : `${Math.round(factor * 100)} %`;
};

/** @param {number} step */
const changeZoom = (step) => {
  const picture = part("picture").querySelector("svg");
  if (!picture) return;
  const sizes = [0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
  const now = zoom || fit(picture);
  zoom = (step > 0 ? sizes.find((one) => one > now + 1e-6)
    : sizes.filter((one) => one < now - 1e-6).pop()) || now;
  showZoom();
};

const showSample = () => {
  if (!viewer) return;
  const sample = shownSamples[current];
  const key = sample.dataset.sample || "";
  const picture = /** @type {SVGSVGElement|null} */ (sample.querySelector("svg.picture"));
  const text = sample.querySelector("figcaption");
  part("title").textContent = key;
  part("count").textContent = `${current + 1} of ${shownSamples.length}`;
  part("picture").replaceChildren(...(picture ? [picture.cloneNode(true)] : []));
  part("text").replaceChildren(...(text ? [...text.childNodes].map((one) => one.cloneNode(true)) : []));
  for (const one of part("text").querySelectorAll("details")) one.open = true;
  const command = sample.querySelector(".command");
  part("copy").dataset.copy = command ? command.textContent : "";
  part("copy").hidden = !command;
  part("link").dataset.copy = location.href.split("#")[0] + addressOf(sample.dataset.address || "");
  part("before").disabled = current === 0;
  part("after").disabled = current === shownSamples.length - 1;
  place = sample.dataset.address || "";
  keepAddress();
  zoom = 0;
  if (!viewer.open) viewer.showModal();
  showZoom();
};

/** Opens a sample among others. @param {HTMLElement} sample @param {HTMLElement[]} others */
const openSample = (sample, others) => {
  if (!viewer) return;
  if (!viewer.open) placeBefore = place.startsWith("sample=") ? "" : place;
  shownSamples = each(others);
  const index = shownSamples.findIndex((one) => one.dataset.sample === sample.dataset.sample);
  if (index < 0) shownSamples.unshift(sample);
  current = Math.max(index, 0);
  showSample();
};

/** @param {number} step */
const go = (step) => {
  const next = current + step;
  if (next < 0 || next >= shownSamples.length) return;
  current = next;
  showSample();
};

/** Opens the sample that the address names, if it names one. */
const openAddress = () => {
  const sample = place.startsWith("sample=")
    && /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".sample[data-sample]")])
      .find((one) => one.dataset.address === place);
  if (sample) openSample(sample, allSamples());
  else if (viewer && viewer.open) viewer.close();
};

/** Opens the samples of a place on a curve: of its level, else of the nearest one that has any. @param {SVGElement} area */
const openLevel = (area) => {
  const { group, level } = area.dataset;
  const near = allSamples().filter((one) => one.dataset.group === group);
  if (!near.length) return;
  /** @param {HTMLElement} one */
  const distance = (one) => Math.abs(Number(one.dataset.level) - Number(level));
  const least = Math.min(...near.map(distance));
  const there = near.filter((one) => distance(one) === least);
  openSample(there[0], there);
};

const plots = /** @type {NodeListOf<SVGSVGElement>} */ (document.querySelectorAll("svg.plot"));
for (const plot of plots) {
  const areas = /** @type {SVGElement[]} */ ([...plot.querySelectorAll("[data-level]")]);
  if (!viewer || !areas.length) continue;
  let at = -1;
  plot.setAttribute("tabindex", "0");
  plot.addEventListener("click", (event) => {
    const area = targetOf(event, "[data-level]");
    if (area) openLevel(area);
  });
  plot.addEventListener("keydown", (event) => {
    if (isBrowsers(event)) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Enter" && at >= 0) openLevel(areas[at]);
    if (!step) return;
    event.preventDefault();
    at = Math.min(Math.max(at + step, 0), areas.length - 1);
    for (const area of areas) area.classList.toggle("at", area === areas[at]);
    const box = areas[at].getBoundingClientRect();
    showHint(areas[at].dataset.hint || "", box.right, box.top);
  });
  plot.addEventListener("blur", () => {
    for (const area of areas) area.classList.remove("at");
    at = -1;
    hideHint();
  });
}

if (viewer) {
  document.addEventListener("click", (event) => {
    const link = targetOf(event, "a[href^='#sample=']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = link.getAttribute("href").slice(1);
    const sample = link.closest(".sample")
      || [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".sample"))]
        .find((one) => one.dataset.address === address);
    if (!sample) return;
    event.preventDefault();
    const room = sample.closest(".room");
    openSample(sample, room ? allSamples().filter((one) => one.closest(".room") === room) : allSamples());
  });
  viewer.addEventListener("click", (event) => {
    if (event.target === viewer) viewer.close();
    const action = targetOf(event, "[data-part]");
    switch (action && action.dataset.part) {
      case "before": go(-1); break;
      case "after": go(1); break;
      case "smaller": changeZoom(-1); break;
      case "larger": changeZoom(1); break;
      case "fit": zoom = 0; showZoom(); break;
      case "close": viewer.close(); break;
    }
  });
  viewer.addEventListener("keydown", (event) => {
    if (isBrowsers(event)) return;
    const room = /** @type {HTMLElement} */ (event.target);
    // In a picture that is wider than its place, arrows move along it.
    if (room.dataset.part === "picture" && room.scrollWidth > room.clientWidth
      && event.key.startsWith("Arrow")) return;
    switch (event.key) {
      case "ArrowLeft": go(-1); break;
      case "ArrowRight": go(1); break;
      case "+": case "=": changeZoom(1); break;
      case "-": changeZoom(-1); break;
      case "0": zoom = 0; showZoom(); break;
      default: return;
    }
    event.preventDefault();
  });
  viewer.addEventListener("close", () => {
    place = placeBefore;
    keepAddress();
  });
}
