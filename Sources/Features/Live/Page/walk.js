// The walk-away.
const pixels = (value) => (value === undefined || value === null ? "–" : value.toFixed(2));
const between = (crossing) => (crossing
  ? `${crossing.lower ? crossing.lower.toFixed(2) : "less"} to ${crossing.upper ? crossing.upper.toFixed(2) : "more"}`
  : "–");
let walked = null;

const showWalk = (answer) => {
  walked = { course: $("chart"), ...answer };
  $("walk-table").hidden = false;
  $("walk-table").tBodies[0].replaceChildren(...answer.record.decoders.map((decoder) => {
    const row = document.createElement("tr");
    const cells = [
      decoder.decoder, pixels(decoder.half?.pixels), between(decoder.half),
      decoder.reliable ? `${pixels(decoder.reliable.pixels)} (${between(decoder.reliable)})` : "–",
      decoder.drawnThresholdPixels ? `from ${pixels(decoder.drawnThresholdPixels)}` : "no run",
      pixels(decoder.smallestReadPixels), pixels(decoder.largestMissPixels),
      `${decoder.reads} read of ${decoder.frames}`,
    ];
    cells.forEach((text, index) => {
      const cell = document.createElement(index ? "td" : "th");
      if (!index) cell.scope = "row";
      cell.textContent = text;
      row.append(cell);
    });
    return row;
  }));
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
const sharePicture = ({ record, symbology, sentences, course }) => {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const [width, row, edge] = [1000, 30, 30];
  const font = "20px system-ui, sans-serif";
  pen.font = font;
  const texts = [
    `Walk-away with ${symbology}, measured by hand in ${record.frames} frames, ${record.startedAt.slice(0, 10)}`,
    ...record.decoders.flatMap((decoder, index) => [`${decoder.decoder}, ${decoder.library} ${decoder.version}:`, sentences[index]]),
    ...[...$("print-advice").children].map((advice) => advice.textContent),
  ].flatMap((text) => wrapped(pen, text, width - 2 * edge));
  const chartHeight = (width - 2 * edge) * course.height / course.width;
  [canvas.width, canvas.height] = [width, 2 * edge + row * texts.length + chartHeight];
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = style.getPropertyValue("--paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = style.getPropertyValue("--ink");
  pen.font = font;
  pen.textBaseline = "top";
  texts.forEach((text, index) => pen.fillText(text, edge, edge + row * index));
  pen.drawImage(course, edge, edge + row * texts.length, width - 2 * edge, chartHeight);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
};
$("walk-picture").addEventListener("click", async () => {
  download(await sharePicture(walked), `walk-away-${walked.record.startedAt.replace(/[-:]/g, "")}.png`);
});

// The chart as it is now: it goes on, and forgets.
const courseNow = () => {
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [$("chart").width, $("chart").height];
  copy.getContext("2d").drawImage($("chart"), 0, 0);
  return copy;
};

// The focus would be lost with a button that is disabled under it.
const handOver = (from, to) => {
  [to.disabled, to.hidden] = [false, false];
  if (document.activeElement === from) to.focus();
  from.disabled = true;
};

let asking = null;
const poll = async () => {
  try {
    const answer = await (await ask("GET", "walk")).json();
    if (state.walk) showWalk(answer);
  } catch (error) {
    if (state.walk) fail(error);
  }
};
$("walk-start").addEventListener("click", async () => {
  try {
    const camera = state.stream?.getVideoTracks()[0].label || "";
    await ask("POST", `walk/start?camera=${encodeURIComponent(camera)}`);
  } catch (error) {
    fail(error);
    return;
  }
  state.walk = true;
  handOver($("walk-start"), $("walk-end"));
  $("walk-status").textContent = "Move away slowly.";
  asking = setInterval(poll, 2000);
});
$("walk-end").addEventListener("click", async () => {
  if (!state.walk) return;
  clearInterval(asking);
  state.walk = false;
  $("walk-start").disabled = false;
  const course = courseNow();
  try {
    const answer = await (await ask("POST", "walk/end")).json();
    showWalk({ ...answer, course });
    handOver($("walk-end"), $("walk-picture"));
    $("walk-sentences").append(item(`How far this camera reads other sizes: harness distance --walk-away ${answer.file} --code …`));
    $("walk-status").textContent = `Measured by hand in ${answer.record.frames} frames; kept in ${answer.file}.`;
  } catch (error) {
    handOver($("walk-end"), $("walk-start"));
    fail(error);
  }
});
