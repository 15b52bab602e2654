// The address decides what is shown first, and again whenever it changes.

const follows = () => {
  readAddress();
  showChoice();
  openAddress();
};
addEventListener("hashchange", () => {
  follows();
  // A link inside the page names a place alone: what was chosen stays in the address.
  keepAddress();
});
follows();
const named = place && !place.startsWith("sample=") && document.getElementById(place);
if (named && location.hash.includes("&")) named.scrollIntoView();
