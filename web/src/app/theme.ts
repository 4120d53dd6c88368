export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'assay-theme';

/** The theme this browser was last switched to; `system` when none was chosen, or storage is refused. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return themes.find((theme) => theme === kept) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Shows a theme now, without keeping it. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** Shows a theme and keeps it for this browser. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be refused; the theme then lasts as long as the page.
  }
}
