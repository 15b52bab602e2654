// The camera: which one, and how it is set.
const stopCamera = () => {
  for (const track of state.stream ? state.stream.getTracks() : []) {
    track.onended = null;
    track.stop();
  }
  if (state.film) {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(state.film);
  }
  [state.stream, state.film] = [null, null];
  video.srcObject = null;
  $("start").textContent = "Start the camera";
};

// While nothing is in view.
const waiting = () => (state.film ? "The video is playing." : "The camera is running. Hold a code in front of it.");

const startCamera = async () => {
  stopCamera();
  say("Asking for the camera …");
  const [width, height] = $("resolution").value.split("x").map(Number);
  state.stream = await openCamera(width, height, $("cameras").value);
  if (!state.stream) return;
  const track = state.stream.getVideoTracks()[0];
  track.onended = () => {
    stopCamera();
    say("The camera is gone. Plug it in and press Start the camera.", true);
  };
  video.srcObject = state.stream;
  await video.play();
  $("start").textContent = "Start again";
  say(waiting());
  await listCameras(track);
  showAbilities(track, width, height);
};

const listCameras = async (track) => {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const used = track.getSettings().deviceId;
  $("cameras").replaceChildren(...devices.filter((device) => device.kind === "videoinput").map((device, index) => {
    const option = document.createElement("option");
    option.value = device.deviceId;
    option.textContent = device.label || `Camera ${index + 1}`;
    option.selected = device.deviceId === used;
    return option;
  }));
};

const showAbilities = (track, width, height) => {
  const settings = track.getSettings();
  $("delivered").textContent = `Asked for ${width} × ${height}, delivered ${settings.width} × ${settings.height}`
    + (settings.frameRate ? ` at ${Math.round(settings.frameRate)} frames a second.` : ".");
  const abilities = track.getCapabilities ? track.getCapabilities() : {};
  $("torch-field").hidden = !abilities.torch;
  for (const [id, name] of [["zoom", "zoom"], ["focus", "focusDistance"]]) {
    const range = abilities[name];
    $(id + "-field").hidden = !range;
    if (!range) continue;
    [$(id).min, $(id).max, $(id).step] = [range.min, range.max, range.step || "any"];
    $(id).value = settings[name] ?? range.min;
  }
};

const apply = async (constraint) => {
  const track = state.stream && state.stream.getVideoTracks()[0];
  try {
    if (track) await track.applyConstraints({ advanced: [constraint] });
  } catch (error) {
    say(`The camera refused that: ${error.message}`, true);
  }
};
$("torch").addEventListener("change", () => apply({ torch: $("torch").checked }));
$("zoom").addEventListener("input", () => apply({ zoom: Number($("zoom").value) }));
$("focus").addEventListener("input", () =>
  apply({ focusMode: "manual", focusDistance: Number($("focus").value) }));
$("start").addEventListener("click", startCamera);
$("cameras").addEventListener("change", startCamera);
$("resolution").addEventListener("change", startCamera);
document.addEventListener("visibilitychange", () => {
  if (isRunning() && document.hidden) say("Paused: this tab is hidden.");
});
