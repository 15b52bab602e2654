// The walk-away.
const pixels = (value) => (value === undefined || value === null ? "–" : value.toFixed(2));
const between = (crossing) => {
  if (!crossing?.lower) return crossing?.upper ? `≤ ${pixels(crossing.upper)}` : "–";
  return crossing.upper ? `${pixels(crossing.lower)} to ${pixels(crossing.upper)}` : `≥ ${pixels(crossing.lower)}`;
};
let walked = null;

// What the table says of each decoder. A decoder is a column, so that three of them fit a phone.
const walkRows = [
  ["Reads half of the frames from", (decoder) => pixels(decoder.half?.pixels)],
  ["… 95 % interval of that", (decoder) => between(decoder.half)],
  ["Reads 95 % of the frames from", (decoder) => pixels(decoder.reliable?.pixels)],
  ["… 95 % interval of that", (decoder) => between(decoder.reliable)],
  ["Certified from, in drawn images", (decoder) => pixels(decoder.drawnThresholdPixels)],
  ["Smallest size that it read", (decoder) => pixels(decoder.smallestReadPixels)],
  ["Largest size that it missed", (decoder) => pixels(decoder.largestMissPixels)],
  ["Frames that it read", (decoder) => `${decoder.reads} of ${decoder.frames}`],
];
const walkRow = (texts, isHead) => {
  const row = document.createElement("tr");
  row.append(...texts.map((text, index) => {
    const cell = document.createElement(isHead || !index ? "th" : "td");
    if (cell.tagName === "TH") cell.scope = isHead ? "col" : "row";
    cell.textContent = text;
    return cell;
  }));
  return row;
};

const showWalk = (answer) => {
  walked = answer;
  $("walk-table").parentElement.hidden = false;
  const all = answer.record.decoders;
  $("walk-table").tHead.replaceChildren(walkRow(["px per module", ...all.map((decoder) => decoder.decoder)], true));
  $("walk-table").tBodies[0].replaceChildren(...walkRows.map(([name, text]) => walkRow([name, ...all.map(text)], false)));
  $("walk-sentences").replaceChildren(...answer.sentences.map(item));
  showAdvice();
};

const item = (text) => {
  const node = document.createElement("li");
  node.textContent = text;
  return node;
};

// The module that a decoder needs in print, by the pinhole model: with the upper end of the interval, as harness
// distance counts, since nobody wants to print too small.
const showAdvice = () => {
  const distance = Number($("print-distance").value);
  const focal = walked?.record.view.focalPixels;
  const rows = focal ? walked.record.decoders.filter((decoder) => decoder.reliable) : [];
  $("print-field").hidden = !rows.length;
  $("print-advice").replaceChildren(...(distance > 0 ? rows : []).map((decoder) => {
    const most = decoder.reliable.upper;
    if (!most) return item(`${decoder.decoder}: this walk does not bound what it needs; start nearer, and walk more slowly.`);
    return item(`${decoder.decoder}: print modules of ${(most * distance * 1000 / focal).toFixed(2)} mm for ${distance} m.`);
  }));
};
$("print-distance").addEventListener("input", showAdvice);

// A picture to share: the sentences, and the chart below them.
const wrapped = (pen, text, width) => text.split(" ").reduce((lines, word) => {
  const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
  if (lines.length && pen.measureText(longer).width <= width) return [...lines.slice(0, -1), longer];
  return [...lines, word];
}, []);
const sharePicture = ({ record, symbology, sentences }) => {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const [width, row, edge] = [1000, 30, 30];
  const font = "20px system-ui, sans-serif";
  pen.font = font;
  const texts = [
    `Walk-away with ${symbology}, measured by hand in ${counted(record.frames, "frame")}, ${record.startedAt.slice(0, 10)}`,
    ...record.decoders.flatMap((decoder, index) => [`${decoder.decoder}, ${decoder.library} ${decoder.version}:`, sentences[index]]),
    ...[...$("print-advice").children].map((advice) => advice.textContent),
  ].flatMap((text) => wrapped(pen, text, width - 2 * edge));
  const chartHeight = 300;
  [canvas.width, canvas.height] = [width, 2 * edge + row * texts.length + chartHeight];
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = style.getPropertyValue("--paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = style.getPropertyValue("--ink");
  pen.font = font;
  pen.textBaseline = "top";
  texts.forEach((text, index) => pen.fillText(text, edge, edge + row * index));
  pen.translate(edge, edge + row * texts.length);
  walkCourse.paint(pen, width - 2 * edge, chartHeight);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
};
$("walk-picture").addEventListener("click", async () => {
  download(await sharePicture(walked), `walk-away-${walked.record.startedAt.replace(/[-:]/g, "")}.png`);
});

// The focus would be lost with a button that is disabled under it.
const handOver = (from, to) => {
  [to.disabled, to.hidden] = [false, false];
  if (document.activeElement === from) to.focus();
  from.disabled = true;
};

$("walk-hint").addEventListener("click", () => { $("distances").open = true; });

let asking = null;
const poll = async () => {
  try {
    const answer = await (await ask("GET", "walk")).json();
    if (!state.walk) return;
    showWalk(answer);
    if ($("walk-status").textContent !== answer.advice.text) tell("walk-status", answer.advice.text);
    $("walk-end").classList.toggle("ready", answer.advice.isEnough);
  } catch (error) {
    if (state.walk) fail(error, "walk-status", "No word of the walk");
  }
};
$("walk-start").addEventListener("click", async () => {
  try {
    const camera = state.stream?.getVideoTracks()[0].label || "";
    await ask("POST", `walk/start?camera=${encodeURIComponent(camera)}`);
  } catch (error) {
    fail(error, "walk-status", "Not started");
    return;
  }
  state.walk = true;
  walkCourse.clear();
  handOver($("walk-start"), $("walk-end"));
  $("walk-next").replaceChildren();
  $("walk-missing").replaceChildren();
  tell("walk-status", "Move away slowly.");
  asking = setInterval(poll, 2000);
});
$("walk-end").addEventListener("click", async () => {
  if (!state.walk) return;
  clearInterval(asking);
  state.walk = false;
  $("walk-start").disabled = false;
  $("walk-end").classList.remove("ready");
  $("walk-count").textContent = "";
  try {
    const answer = await (await ask("POST", "walk/end")).json();
    showWalk(answer);
    handOver($("walk-end"), $("walk-picture"));
    const { command } = answer.next;
    $("walk-next").replaceChildren(...(command ? commandLine(command, "walk-status") : []));
    $("walk-missing").replaceChildren(...answer.next.missing.map(item));
    tell("walk-status", `Measured by hand in ${counted(answer.record.frames, "frame")}; kept in ${answer.file}.`);
  } catch (error) {
    handOver($("walk-end"), $("walk-start"));
    fail(error, "walk-status", "Not saved");
  }
});
