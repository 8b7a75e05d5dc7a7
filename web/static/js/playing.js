// @ts-check
// What is being played on the list of games: asked again every while, as long as somebody looks.

const EVERY = 10000; // ms

export function startPlaying() {
  async function look() {
    const here = document.getElementById("playing");
    if (!here || document.hidden || here.contains(document.activeElement)) return;
    try {
      const answer = await fetch(here.dataset.playing ?? "");
      const fresh = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("playing") : null;
      if (!fresh || fresh.innerHTML === here.innerHTML) return;
      here.replaceWith(fresh);
      const pick = document.getElementById("live-pick");
      const count = pick?.querySelector(".n");
      if (!pick || !count) return;
      count.textContent = `${fresh.querySelectorAll("li").length}`;
      pick.hidden = fresh.hidden;
    } catch {
      // no connection: it is asked again
    }
  }
  setInterval(() => void look(), EVERY);
  addEventListener("online", () => void look());
  document.addEventListener("visibilitychange", () => void look());
}
