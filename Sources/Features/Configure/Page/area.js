// The question about the scan area is answered by a drag over a sample, or typed: each shows in the other.
const area = { picture: null, guides: null };
const stage = $("stage");

const drawArea = () => {
  if (!area.picture) return;
  const pen = stage.getContext("2d");
  pen.imageSmoothingEnabled = false;
  pen.drawImage(area.picture, 0, 0, stage.width, stage.height);
  // The area alone: programs take every code in it.
  guide(pen, { ...area.guides, selection: [] }, Math.max(1, stage.width / 640));
};

const askArea = oneByOne(async (gesture) => {
  const body = { line: $("line").value, width: stage.width, height: stage.height };
  if (gesture) body.gesture = { unit: "%", ...gesture };
  try {
    const answer = await (await ask("POST", "area", JSON.stringify(body))).json();
    // The next question may be there already.
    if ($("area").hidden) return;
    if (gesture) $("line").value = answer.line;
    area.guides = answer.guides;
    drawArea();
  } catch (error) {
    if (!$("area").hidden) fail(error);
  }
});

const loadArea = async () => {
  const number = Number($("over").value);
  try {
    const picture = await createImageBitmap(await (await ask("GET", `sample.png?number=${number}`)).blob());
    if ($("area").hidden || number !== Number($("over").value)) return;
    area.picture = picture;
    // Lines over a small sample are as thin as over a large one.
    const scale = Math.ceil(640 / Math.max(area.picture.width, area.picture.height));
    [stage.width, stage.height] = [area.picture.width * scale, area.picture.height * scale];
    askArea(null, true);
  } catch (error) {
    fail(error);
  }
};

const showArea = (isAsked, samples) => {
  $("area").hidden = !isAsked;
  if (!isAsked) return;
  const read = samples.map((sample, number) => ({ sample, number })).filter(({ sample }) => sample.symbols.length);
  $("over").replaceChildren(...read.map(({ sample, number }) => {
    const option = document.createElement("option");
    option.value = number;
    option.textContent = sample.name;
    return option;
  }));
  loadArea();
};
$("over").addEventListener("change", loadArea);
$("line").addEventListener("change", () => { if (!$("area").hidden) askArea(null, true); });
dragOver(stage, () => area.picture, () => "area", askArea);
