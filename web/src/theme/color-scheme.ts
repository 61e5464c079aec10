// Light, dark, or as the device has it: the visitor's choice, saved in this browser. The documents read it
// once more by themselves before anything is drawn, so that nobody who chose dark sees a white flash.

export const SCHEME_CHOICES = ['system', 'light', 'dark'] as const;

export type SchemeChoice = (typeof SCHEME_CHOICES)[number];

/** The documents' own script reads the same name. */
export const SCHEME_KEY = 'color-scheme';

/** The getStorage where things are saved is refused by some browsers; then the choice lasts for this page. */
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
    // Shown anyway; it is only forgotten with the page.
  }
}

/** The page, and the browser's own bars around it: one of their two colours is always meant. */
export function showScheme(
  choice: SchemeChoice,
  root: HTMLElement = document.documentElement,
): void {
  if (choice === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = choice;
  for (const scheme of ['light', 'dark'] as const) {
    const whenChosen = scheme === choice ? 'all' : 'not all';
    const media = choice === 'system' ? `(prefers-color-scheme: ${scheme})` : whenChosen;
    root.ownerDocument.querySelector(themeColorOf(scheme))?.setAttribute('media', media);
  }
}

export function themeColorOf(scheme: 'light' | 'dark'): string {
  return `meta[name="theme-color"][data-scheme="${scheme}"]`;
}
