// The picture and its outlines are drawn in one step, after the answer.
const palette = () => {
  const style = getComputedStyle(document.documentElement);
  return (look) => style.getPropertyValue("--s" + look);
};

// A symbol that the scan area or the selection leaves out is no result.
const isKept = (symbol) => !symbol.fate || symbol.fate === "kept";

// The symbols in view: one decoder's word alone makes none.
const inView = (frame) => frame.symbols.filter((symbol) => symbol.isBacked && isKept(symbol));

// Each decoder that read a symbol has an outline of its own around it, one outside the other.
const draw = (frame) => {
  stage.width = grab.width;
  stage.height = grab.height;
  const pen = stage.getContext("2d");
  pen.drawImage(grab, 0, 0);
  const colour = palette();
  const unit = Math.max(1, grab.width / 640);
  guide(pen, frame.guides, unit);
  for (const symbol of frame.symbols) {
    if (!symbol.outline) continue;
    if (!isKept(symbol)) {
      outline(pen, symbol.outline, "#909090", 1.5 * unit, [3 * unit, 3 * unit]);
      continue;
    }
    const middle = [0, 1].map((axis) =>
      symbol.outline.reduce((sum, point) => sum + point[axis], 0) / symbol.outline.length);
    const grown = (by) => symbol.outline.map(([x, y]) => {
      const length = Math.hypot(x - middle[0], y - middle[1]) || 1;
      return [x + (x - middle[0]) / length * by, y + (y - middle[1]) / length * by];
    });
    let ring = 1;
    symbol.decoders.forEach((part, index) => {
      if (part.status !== "read") return;
      outline(pen, grown(3.5 * unit * ring), colour(decoders[index].look), 2 * unit, []);
      ring += 1;
    });
    if (ring === 1) outline(pen, grown(3.5 * unit), "#ffffff", 1.5 * unit, [4 * unit, 4 * unit]);
    if (symbol.isBacked && !symbol.modulePixels) continue;
    const text = symbol.isBacked ? symbol.modulePixels.toFixed(2) + " px" : "phantom?";
    pen.font = `${Math.round(13 * unit)}px system-ui, sans-serif`;
    const left = Math.min(...symbol.outline.map((point) => point[0]));
    const below = Math.max(...symbol.outline.map((point) => point[1])) + 16 * unit;
    pen.fillStyle = "rgba(16,16,16,.8)";
    pen.fillRect(left - 3 * unit, below - 2 * unit, pen.measureText(text).width + 6 * unit, 18 * unit);
    pen.fillStyle = "#ffffff";
    pen.textBaseline = "top";
    pen.fillText(text, left, below);
  }
};
