// Samples, questions and the result; what they mean is said by the harness.
const state = { shown: null, pictures: 0, isSending: false, isOver: false };
// For those who drive the page.
window.harnessConfigure = { state };

const fail = (error) => {
  if (!state.isOver) say(error.status ? error.message : "The harness does not answer: start it again.", true);
};
socket.addEventListener("close", () => {
  state.isOver = true;
  sayLast("The harness has ended. What it wrote is in its folder.");
});

const item = (text) => {
  const node = document.createElement("li");
  node.textContent = text;
  return node;
};
const list = (id, texts) => $(id).replaceChildren(...texts.map(item));

// A sample with who reads what, or why nobody does.
const card = (sample, number) => {
  const node = document.createElement("li");
  const line = (text) => {
    const part = document.createElement("p");
    part.textContent = text;
    node.append(part);
  };
  const picture = document.createElement("canvas");
  picture.setAttribute("aria-hidden", "true");
  node.append(picture);
  if (number < 60) thumbnail(picture, number);
  line(sample.name);
  const isRead = sample.symbols.some((symbol) => symbol.readers.length);
  node.classList.toggle("unread", !isRead);
  for (const symbol of sample.symbols) {
    const size = symbol.modulePixels ? `, ${symbol.modulePixels.toFixed(1)} px per module` : "";
    line(`${symbol.symbology} ${symbol.value.slice(0, 60)}${size}: `
      + (symbol.readers.length ? `read by ${symbol.readers.join(", ")}` : "read by nobody"));
  }
  if (!isRead) line(`Nobody reads it: ${sample.fault || "looking why …"}`);
  return node;
};

const thumbnail = async (canvas, number) => {
  try {
    const bitmap = await createImageBitmap(await (await ask("GET", `sample.png?number=${number}`)).blob());
    const scale = Math.min(1, 320 / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
  } catch {
    // The sample is gone, since others came: its card is drawn anew.
  }
};

const showFile = (name, number) => {
  const node = document.createElement("li");
  const fetched = async () => (await ask("GET", `file?number=${number}`)).blob();
  const button = (text, act) => {
    const part = document.createElement("button");
    part.type = "button";
    part.textContent = text;
    part.setAttribute("aria-label", `${text} ${name}`);
    part.addEventListener("click", () => act().catch(fail));
    node.append(part, " ");
  };
  button("Download", async () => download(await fetched(), name.split("/").pop()));
  if (!name.endsWith(".html")) {
    button("Show", async () => {
      window.harnessConfigure.text = await (await fetched()).text();
      $("text").replaceChildren(...colourCode(name, window.harnessConfigure.text));
      $("text").setAttribute("aria-label", name);
      $("text").hidden = false;
    });
  }
  node.append(name);
  return node;
};

const words = {
  collecting: "Show what is to be scanned.", surveying: "Reading the samples …", asking: "Answer, or take what is suggested.",
  searching: "Searching for decoder and settings …", done: "The files are written.",
};
const show = (next) => {
  const text = JSON.stringify(next);
  if (text === state.text) return;
  const old = state.shown || {};
  [state.text, state.shown] = [text, next];
  say(next.message || words[next.phase], next.isFault);
  list("counters", next.counters.map((one) =>
    `${one.symbology}: ${one.symbols} in ${one.images} ${one.images === 1 ? "sample" : "samples"}`));
  if (JSON.stringify(old.samples) !== JSON.stringify(next.samples)) $("wall").replaceChildren(...next.samples.map(card));
  list("needs", next.needs);
  $("shown").hidden = !next.needs.length;
  list("understood", next.understood);
  const question = next.question;
  $("asked").hidden = next.phase !== "asking" || !question;
  if (question && JSON.stringify(old.question) !== JSON.stringify(question)) {
    $("place").textContent = question.place;
    $("prompt").textContent = question.prompt;
    $("help").textContent = question.help;
    $("line").value = question.usual;
    $("back").disabled = question.place.startsWith("1/3");
    $("more").hidden = Boolean(question.place);
    showArea(question.name === "scan-area", next.samples);
  }
  const leader = next.leader.join(" ");
  if ($("leader").textContent !== leader) $("leader").textContent = leader;
  $("ahead").hidden = !leader;
  list("steps", next.steps);
  $("searched").hidden = !next.steps.length;
  const isDone = next.phase === "done";
  for (const name of ["result", "answered"]) $(name).hidden = !isDone;
  $("main").classList.toggle("done", isDone);
  $("try").hidden = !isDone || !next.programs.length || $("video").hidden;
  $("take").hidden = isDone || $("video").hidden;
  if (!isDone) return;
  $("recommendation").textContent = next.recommendation;
  list("programs", next.programs);
  $("written").replaceChildren(...next.files.map(showFile));
};

const look = async () => {
  if (state.isOver) return;
  try {
    show(await (await ask("GET", "state")).json());
  } catch (error) {
    fail(error);
  }
};
setInterval(look, 400);
look();

const reply = async (line) => {
  try {
    show(await (await ask("POST", "answer", line)).json());
    $("line").focus();
  } catch (error) {
    fail(error);
  }
};
$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const line = $("line").value.trim();
  reply(line === state.shown.question.usual ? "" : line || "");
});
$("back").addEventListener("click", () => reply("<"));
$("more").addEventListener("click", () => reply("more"));

const send = async (files) => {
  const pictures = [...files].filter((file) => /\.(png|jpe?g|webp|p[gbp]m)$/i.test(file.name));
  if (pictures.length < files.length) {
    say(`${files.length - pictures.length} of ${files.length} files left out: samples are PNG, JPEG, WebP, PGM, PBM `
      + "or PPM.", true);
  }
  for (const file of pictures) {
    try {
      await ask("POST", `sample?name=${encodeURIComponent(file.name)}`, file);
    } catch (error) {
      fail(error);
    }
  }
};
for (const id of ["files", "folder", "snap"]) $(id).addEventListener("change", () => send([...$(id).files]));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  send([...event.dataTransfer.files]);
});

$("camera").addEventListener("click", async () => {
  const stream = await openCamera(1280, 720);
  if (!stream) return;
  $("video").srcObject = stream;
  await $("video").play();
  $("video").hidden = false;
  $("camera").hidden = true;
  state.text = "";
  look();
});
const grab = () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [$("video").videoWidth, $("video").videoHeight];
  canvas.getContext("2d").drawImage($("video"), 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
};
$("take").addEventListener("click", async () => {
  state.pictures += 1;
  const picture = await grab();
  ask("POST", `sample?name=camera-${state.pictures}.png`, picture).catch(fail);
});
$("try").addEventListener("click", async () => {
  try {
    const found = await (await ask("POST", "test", await grab())).json();
    $("tried").textContent = found.length
      ? "The recommended scanner reads " + found.map((one) => `${one.symbology || "a code"} ${one.value}`).join("; ")
      : "The recommended scanner reads nothing here.";
  } catch (error) {
    fail(error);
  }
});
