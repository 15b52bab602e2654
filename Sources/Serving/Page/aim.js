// The scan area over a picture. What a drag means is said by the harness; the pages ask and draw.
const outline = (pen, points, colour, width, dash) => {
  pen.setLineDash(dash);
  for (const [stroke, line] of [["rgba(0,0,0,.75)", width + 2.5], [colour, width]]) {
    pen.strokeStyle = stroke;
    pen.lineWidth = line;
    pen.beginPath();
    points.forEach(([x, y], index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.stroke();
  }
  pen.setLineDash([]);
};

// The guides: what is outside the scan area is darker, the area is a light grey rectangle, the selection green.
const guide = (pen, guides, unit) => {
  if (!guides || !guides.area) return;
  pen.fillStyle = "rgba(0,0,0,.45)";
  pen.beginPath();
  pen.rect(0, 0, pen.canvas.width, pen.canvas.height);
  guides.area.forEach(([x, y], index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.fill("evenodd");
  outline(pen, guides.area, "#d3d3d3", 2 * unit, []);
  for (const line of guides.selection) outline(pen, line, "#00c853", 1.5 * unit, []);
};

// The picture's pixel under the pointer; the canvas may have bands beside the picture.
const placeIn = (canvas, event) => {
  const box = canvas.getBoundingClientRect();
  const scale = Math.min(box.width / canvas.width, box.height / canvas.height);
  return [
    (event.clientX - box.left - (box.width - canvas.width * scale) / 2) / scale,
    (event.clientY - box.top - (box.height - canvas.height * scale) / 2) / scale,
  ];
};

// Drags over a canvas: `turn` gets each as a gesture, and whether the drag is over.
const dragOver = (canvas, isOpen, tool, turn) => {
  let start = null;
  const drag = (event, isLast) => {
    if (!start) return;
    const [from, to, target] = [start, placeIn(canvas, event), tool()];
    const isFar = Math.hypot(to[0] - from[0], to[1] - from[1]) * canvas.clientWidth / canvas.width > 4;
    // A click alone is no rectangle.
    if (isFar || target === "point") turn({ target, from, to }, isLast);
    if (isLast) start = null;
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (!isOpen() || event.button !== 0) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    start = placeIn(canvas, event);
    drag(event, false);
  });
  canvas.addEventListener("pointermove", (event) => drag(event, false));
  canvas.addEventListener("pointerup", (event) => drag(event, true));
  canvas.addEventListener("pointercancel", () => { start = null; });
};

// One question at a time; of the drags meanwhile the last one counts, and of steps by keys their sum.
const oneByOne = (ask) => {
  let wanted = null;
  let isAsking = false;
  return async (gesture, isLast, texts) => {
    const waiting = wanted && wanted.gesture;
    const isStep = gesture && ["move", "grow"].includes(gesture.target);
    if (isStep && waiting && waiting.target === gesture.target) {
      gesture.to = gesture.to.map((length, axis) => length + waiting.to[axis]);
    }
    wanted = { gesture, isLast, texts };
    if (isAsking) return;
    isAsking = true;
    while (wanted) {
      const next = wanted;
      wanted = null;
      await ask(next.gesture, next.isLast, next.texts);
    }
    isAsking = false;
  };
};
