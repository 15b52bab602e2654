// The large number, the lamps and bars of the decoders, and the counters.
const lamps = decoders.map((decoder) => {
  const item = document.createElement("li");
  item.className = "c" + decoder.look;
  const part = (name, text = "") => {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = text;
    item.append(span);
    return span;
  };
  part("name", decoder.name);
  const lamp = part("lamp quiet", "waits");
  const shape = (name, attributes, parent) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    parent.append(node);
    return node;
  };
  // A bar that nothing is known for would look like a margin of nothing.
  const bar = shape("svg", { viewBox: "0 0 300 10", preserveAspectRatio: "none", "aria-hidden": "true", hidden: "" }, item);
  shape("rect", { class: "rail", x: 0, y: 1, width: 300, height: 8 }, bar);
  const fill = shape("rect", { class: "fill good", x: 0, y: 1, width: 0, height: 8 }, bar);
  const limit = shape("line", { class: "limit", x1: 100, x2: 100, y1: 0, y2: 10, visibility: "hidden" }, bar);
  const details = part("details");
  $("decoders").append(item);
  return { lamp, bar, fill, limit, details };
});

const signs = { read: "●", missed: "○", quiet: "–", broken: "✕", slow: "…", phantom: "?" };

const lampState = (attempt, part, symbol) => {
  const time = Math.max(1, Math.round(attempt.milliseconds)) + " ms";
  if (attempt.outcome === "crash") return ["broken", "crashed"];
  if (attempt.outcome === "timeout") return ["broken", "no answer in time"];
  if (attempt.outcome === "given-up") return ["broken", "given up"];
  if (attempt.outcome === "failed") return ["broken", "failed"];
  if (part && part.status === "unsupported") return ["quiet", `does not read ${symbol.codes}`];
  if (attempt.isLate) return ["slow", (attempt.hasReadLate ? "read late · " : "slow · ") + time];
  if (!part) return ["quiet", "nothing · " + time];
  if (part.status === "read") return ["read", "read · " + time];
  return ["missed", "missed · " + time];
};

const showDecoder = (index, attempt, symbol, phantom) => {
  const { lamp, bar, fill, limit, details } = lamps[index];
  const part = symbol ? symbol.decoders[index] : null;
  let [kind, text] = lampState(attempt, part, symbol);
  const claim = phantom || part?.claim?.slice(0, 40);
  if (claim && kind !== "broken") [kind, text] = ["phantom", "phantom? " + claim];
  lamp.className = "lamp " + kind;
  lamp.dataset.sign = signs[kind];
  lamp.textContent = text;
  const margin = part ? part.margin : null;
  limit.setAttribute("visibility", margin ? "visible" : "hidden");
  fill.setAttribute("width", margin ? Math.min(300, 100 * margin) : 0);
  fill.setAttribute("class", "fill " + (margin >= 1.25 ? "good" : margin >= 1 ? "near" : "bad"));
  // While no symbol is in view the bar keeps its place.
  if (part) bar.toggleAttribute("hidden", !margin);
  const words = margin ? [`${margin.toFixed(2)} × its certified size, ${part.thresholdPixels.toFixed(2)} px`] : [];
  if (attempt.detail) words.push(attempt.detail);
  details.textContent = words.join(" · ");
};

// The decoders whose margins no stored run tells, said once for all of them.
const showRunless = (symbol) => {
  if (!symbol) return;
  const names = decoders.filter((_, index) => symbol.decoders[index].isUncertified).map((decoder) => decoder.name);
  $("no-run").hidden = !names.length;
  if (!names.length) return;
  $("no-run-text").textContent = `No bar for ${names.join(", ")}: no stored run says from which size on `
    + `${names.length === 1 ? "it reads" : "they read"} ${symbol.codes}.`
    + (symbol.runCommand ? " Make one in the folder in which harness live was started, then start it again:" : "");
  $("no-run-line").textContent = symbol.runCommand || "";
  $("no-run-copy").hidden = !symbol.runCommand;
};

// The symbol that the large number is about: the one that most decoders read, and of those the largest.
const chosen = (symbols) => symbols.filter((symbol) => symbol.modulePixels)
  .map((symbol) => ({
    symbol, readers: symbol.decoders.filter((part) => part.status === "read").length,
  }))
  .sort((a, b) => b.readers - a.readers || b.symbol.modulePixels - a.symbol.modulePixels)[0]?.symbol
  || symbols[0] || null;

const metres = (millimetres) => millimetres >= 1000
  ? (millimetres / 1000).toFixed(2) + " m" : (millimetres / 10).toFixed(1) + " cm";

const showSymbol = (frame, symbol, name) => {
  const size = symbol ? symbol.modulePixels : null;
  $("pixels").textContent = size ? size.toFixed(2) : "–";
  $("interval").textContent = size
    ? `95 % interval: ${symbol.modulePixelsLower.toFixed(3)} to ${symbol.modulePixelsUpper.toFixed(3)} px`
      + (symbol.distanceMillimetres ? ` · ${metres(symbol.distanceMillimetres)} away`
        : frame.distanceProblem ? ` · ${frame.distanceProblem}` : "")
    : "";
  $("value").textContent = symbol ? symbol.value
    : frame.guides ? "No code in the scan area is read and kept." : "No code in view is read.";
  const seen = inView(frame).length;
  $("kind").textContent = [
    symbol ? symbol.symbology + (symbol.isFollowed ? ", no longer read" : "")
      : name ? "" : "Move nearer, or add light.",
    seen > 1 ? `${seen} symbols in view` : "", name,
  ].filter(Boolean).join(" · ");
};

const count = (frame) => {
  let isNew = false;
  for (const symbol of inView(frame)) {
    if (symbol.isFollowed) continue;
    const known = counters.get(symbol.symbology) || { frames: 0, values: new Set() };
    known.frames += 1;
    if (known.values.size < 10000) known.values.add(symbol.value);
    counters.set(symbol.symbology, known);
    isNew = true;
  }
  if (!isNew) return;
  $("counters").replaceChildren(...[...counters].map(([symbology, known]) =>
    item(`${symbology}: ${counted(known.values.size, "code")} in ${counted(known.frames, "frame")}`)));
};

const show = (frame, name) => {
  state.shown = frame;
  state.source = name;
  window.harnessLive.latest = frame;
  draw(frame);
  const symbol = chosen(inView(frame));
  showSymbol(frame, symbol, name);
  frame.attempts.forEach((attempt, index) => {
    const phantom = frame.symbols.find((one) => !one.isBacked && isKept(one) && one.decoders[index].status === "read");
    showDecoder(index, attempt, symbol, phantom ? phantom.value.slice(0, 40) : "");
  });
  showRunless(symbol);
  for (const course of state.walk ? [chart, walkCourse] : [chart]) {
    course.add(performance.now() / 1000, symbol ? symbol.modulePixels : null,
      frame.attempts.map((_, index) => Boolean(symbol) && symbol.decoders[index].status === "read"),
      decoders.map((_, index) => (symbol ? symbol.decoders[index].thresholdPixels : null)));
  }
  chart.draw();
  count(frame);
  showFates(frame);
  stage.setAttribute("aria-label", `Frame ${frame.number}: `
    + (symbol ? `${symbol.symbology}, ${symbol.value}` : "nothing read"));
  for (const id of ["freeze", "save-png", "save-json", "keep"]) $(id).disabled = false;
  $("walk-start").disabled = state.walk || !symbol;
  $("walk-hint").hidden = Boolean(frame.focalPixels);
  if (state.walk && frame.walkFrames) {
    $("walk-count").textContent = counted(frame.walkFrames, "frame")
      + (symbol && symbol.modulePixels ? `, now ${symbol.modulePixels.toFixed(2)} px per module` : "");
  }
  const sorted = [...state.times].sort((a, b) => a - b);
  if (sorted.length) {
    $("speed").textContent = `${frame.width} × ${frame.height} px; from frame to outlines `
      + `${Math.round(sorted[sorted.length >> 1])} ms (median of ${counted(sorted.length, "frame")}).`;
  }
  if (isRunning() && !document.hidden) {
    say(!symbol ? waiting() : symbol.isFollowed ? "Nobody reads the code now." : "Reading.");
  }
};
