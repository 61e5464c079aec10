// The visitor's choice of light, dark or system color scheme, saved in this browser. The documents read it
// before the first paint, so a dark page never flashes white.

export const SCHEME_CHOICES = ['system', 'light', 'dark'] as const;

export type SchemeChoice = (typeof SCHEME_CHOICES)[number];

/** The inline script of the documents reads the same key. */
export const SCHEME_KEY = 'color-scheme';

/** Some browsers deny storage. The choice then lasts only for this page. */
type GetStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const browserStorage: GetStorage = () => window.localStorage;

export function savedScheme(getStorage: GetStorage = browserStorage): SchemeChoice {
  try {
    const saved = getStorage().getItem(SCHEME_KEY);
    return SCHEME_CHOICES.find((choice) => choice === saved) ?? 'system';
  } catch {
    return 'system';
  }
}

export function chooseScheme(choice: SchemeChoice, getStorage: GetStorage = browserStorage): void {
  showScheme(choice);
  try {
    if (choice === 'system') getStorage().removeItem(SCHEME_KEY);
    else getStorage().setItem(SCHEME_KEY, choice);
  } catch {
    // The choice is applied but not saved.
  }
}

export function showScheme(
  choice: SchemeChoice,
  root: HTMLElement = document.documentElement,
): void {
  if (choice === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = choice;
  for (const scheme of ['light', 'dark'] as const) {
    const whenChosen = scheme === choice ? 'all' : 'not all';
    const media = choice === 'system' ? `(prefers-color-scheme: ${scheme})` : whenChosen;
    root.ownerDocument.querySelector(toThemeColor(scheme))?.setAttribute('media', media);
  }
}

export function toThemeColor(scheme: 'light' | 'dark'): string {
  return `meta[name="theme-color"][data-scheme="${scheme}"]`;
}
