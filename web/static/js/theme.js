// @ts-check
// Paper or lamplight. The choice is a cookie, so that the server writes it into the page and nothing flashes.

const YEAR = 365 * 24 * 3600;

/** @returns {"light" | "dark"} */
function shown() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function startTheme() {
  document.querySelector("[data-theme-switch]")?.addEventListener("click", () => {
    const next = shown() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    document.cookie = `theme=${next}; path=/; max-age=${YEAR}; samesite=lax`;
  });
}
