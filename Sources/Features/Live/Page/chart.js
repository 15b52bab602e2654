"use strict";
// The chart of module sizes over the last minute. It keeps that much and no more.
class Chart {
  constructor(canvas, decoders) {
    this.canvas = canvas;
    this.decoders = decoders;
    this.points = [];
    this.limits = new Map();
    this.seconds = 60;
  }

  // A frame: its time in seconds, the module size or null, and by decoder true, false or null.
  add(time, size, reads, limits) {
    this.points.push({ time, size, reads });
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
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue("--" + name);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.font = "12px system-ui, sans-serif";
    const rows = 12 * this.decoders.length + 6;
    const box = { left: 34, right: width - 8, top: 8, bottom: height - rows - 20 };
    const sizes = this.points.map((point) => point.size).filter((size) => size);
    const limits = [...this.limits.values()];
    const top = Math.max(4, ...sizes, ...limits.map((limit) => 1.3 * limit)) * 1.08;
    const last = this.points.length ? this.points[this.points.length - 1].time : 0;
    const x = (time) => box.right - (last - time) / this.seconds * (box.right - box.left);
    const y = (size) => box.bottom - size / top * (box.bottom - box.top);
    this.axes(pen, colour, box, top, y);
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
      const row = height - rows + 12 * index + 4;
      pen.fillStyle = colour("s" + decoder.look);
      for (const point of this.points) {
        if (point.reads[index]) pen.fillRect(x(point.time) - 1.5, row, 3, 8);
      }
      pen.fillRect(4, row, 8, 8);
    });
    const now = sizes.length ? sizes[sizes.length - 1].toFixed(2) + " px per module now; " : "";
    canvas.setAttribute("aria-label", "Module size over the last minute. " + now
      + [...this.limits].map(([index, limit]) =>
        `${this.decoders[index].name} is certified from ${limit.toFixed(2)} px`).join(", "));
  }

  axes(pen, colour, box, top, y) {
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
    pen.fillText("60 s ago", box.left, box.bottom + 11);
    pen.textAlign = "right";
    pen.fillText("now", box.right, box.bottom + 11);
  }
}
