"use strict";
// A chart of module sizes: of the last seconds, or of all since it was cleared. It keeps no more than that.
class Chart {
  constructor(canvas, decoders, seconds) {
    this.canvas = canvas;
    this.decoders = decoders;
    this.seconds = seconds;
    this.clear();
  }

  clear() {
    this.points = [];
    this.limits = new Map();
  }

  // A frame: its time in seconds, the module size or null, and by decoder true, false or null.
  add(time, size, reads, limits) {
    // As many as the harness keeps of a walk.
    if (this.points.length < 18000) this.points.push({ time, size, reads });
    while (this.points.length && time - this.points[0].time > this.seconds) this.points.shift();
    limits.forEach((limit, index) => { if (limit) this.limits.set(index, limit); });
  }

  draw() {
    const canvas = this.canvas;
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.paint(pen, width, height);
    const size = this.points.findLast((point) => point.size)?.size;
    const now = size ? size.toFixed(2) + " px per module now; " : "";
    canvas.setAttribute("aria-label", "Module size over the last minute. " + now
      + [...this.limits].map(([index, limit]) =>
        `${this.decoders[index].name} is certified from ${limit.toFixed(2)} px`).join(", "));
  }

  paint(pen, width, height) {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue("--" + name);
    pen.font = "12px system-ui, sans-serif";
    const lane = 15;
    const rows = lane * this.decoders.length + 6;
    const names = this.decoders.map((decoder) => this.shortened(pen, decoder.name, width / 4));
    const box = { left: 16 + Math.max(18, ...names.map((name) => pen.measureText(name).width)), right: width - 8, top: 8, bottom: height - rows - 20 };
    const sizes = this.points.map((point) => point.size).filter((size) => size);
    const limits = [...this.limits.values()];
    const top = Math.max(4, ...sizes, ...limits.map((limit) => 1.3 * limit)) * 1.08;
    const last = this.points.length ? this.points[this.points.length - 1].time : 0;
    const isWhole = this.seconds === Infinity;
    const seconds = isWhole ? Math.max(1, last - (this.points[0]?.time ?? last)) : this.seconds;
    const x = (time) => box.right - (last - time) / seconds * (box.right - box.left);
    const y = (size) => box.bottom - size / top * (box.bottom - box.top);
    this.axes(pen, colour, box, top, y, isWhole ? ["start", `${Math.round(seconds)} s`] : [`${seconds} s ago`, "now"]);
    this.limits.forEach((limit, index) => {
      pen.strokeStyle = colour("s" + this.decoders[index].look);
      pen.setLineDash([5, 4]);
      pen.beginPath();
      pen.moveTo(box.left, y(limit));
      pen.lineTo(box.right, y(limit));
      pen.stroke();
      pen.setLineDash([]);
    });
    pen.strokeStyle = colour("ink");
    pen.lineWidth = 1.8;
    pen.beginPath();
    let isDown = false;
    for (const point of this.points) {
      if (!point.size) { isDown = false; continue; }
      if (isDown) pen.lineTo(x(point.time), y(point.size));
      else pen.moveTo(x(point.time), y(point.size));
      isDown = true;
    }
    pen.stroke();
    pen.lineWidth = 1;
    this.decoders.forEach((decoder, index) => {
      const row = height - rows + lane * index + 4;
      pen.fillStyle = colour("s" + decoder.look);
      for (const point of this.points) {
        if (point.reads[index]) pen.fillRect(x(point.time) - 1.5, row, 3, 9);
      }
      pen.fillRect(0, row, 5, 9);
      pen.fillStyle = colour("soft");
      pen.textAlign = "left";
      pen.fillText(names[index], 9, row + 5);
    });
  }

  // A name that is cut where it would take more than its share.
  shortened(pen, name, width) {
    let short = name;
    while (short.length > 1 && pen.measureText(short).width > width) short = short.replace(/.…?$/u, "…");
    return short;
  }

  axes(pen, colour, box, top, y, [start, end]) {
    const step = [0.5, 1, 2, 5, 10, 20, 50].find((step) => top / step <= 5) || 100;
    pen.strokeStyle = colour("rule");
    pen.fillStyle = colour("soft");
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (let size = 0; size <= top; size += step) {
      pen.beginPath();
      pen.moveTo(box.left, y(size));
      pen.lineTo(box.right, y(size));
      pen.stroke();
      pen.fillText(String(size), box.left - 6, y(size));
    }
    pen.textAlign = "left";
    pen.fillText("px per module", box.left + 4, box.top);
    pen.fillText(start, box.left, box.bottom + 11);
    pen.textAlign = "right";
    pen.fillText(end, box.right, box.bottom + 11);
  }
}
