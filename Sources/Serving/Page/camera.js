// The camera: how a page asks for it, and what to do when it is not there.
const cameraProblems = {
  NotAllowedError: "The camera is not allowed. Allow it for this page (the sign beside the address) and press "
    + "Start the camera; or open or drop pictures.",
  NotFoundError: "There is no camera. Plug one in and press Start the camera; or open or drop pictures.",
  NotReadableError: "Another program has the camera. Close it and press Start the camera.",
  OverconstrainedError: "That camera is gone. Choose another one.",
};

// A stream of the camera; null if there is none, and then the page says why.
const openCamera = async (width, height, device) => {
  if (!navigator.mediaDevices) {
    say("Browsers give no camera to a page that comes over a network without TLS: start harness with --tls, or take "
      + "or open pictures.", true);
    return null;
  }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        width: { ideal: width }, height: { ideal: height },
        // Where it can be set: browsers say nothing of a zoom that was not asked for.
        ...($("zoom") ? { zoom: true } : {}),
        ...(device ? { deviceId: { exact: device } } : { facingMode: "environment" }),
      },
    });
  } catch (error) {
    say(cameraProblems[error.name] || `The camera cannot be used: ${error.message}`, true);
    return null;
  }
};

// A phone's own camera program takes single pictures, without TLS, too.
const hasSnaps = !navigator.mediaDevices || matchMedia("(pointer: coarse)").matches;
for (const part of document.querySelectorAll(".snap")) part.hidden = !hasSnaps;
