// The theme, and the start of it all.
const themes = ["system", "light", "dark"];
let theme = "system";
$("theme").addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  $("theme").textContent = "Theme: " + theme;
  chart.draw();
});
addEventListener("resize", () => chart.draw());
chart.draw();
if (facts.images) next();
else startCamera();
