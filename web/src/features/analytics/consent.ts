/**
 * Whether a visitor lets themselves be measured: their own word, saved in this browser, or their browser's
 * (Global Privacy Control), which counts as no and spares them the question.
 */

export type Consent = 'granted' | 'denied';

const CONSENT_KEY = 'measuring';

type GetStorage = () => Pick<Storage, 'getItem' | 'setItem'>;
const browserStorage: GetStorage = () => window.localStorage;

function isRefusedByBrowser(browser: Navigator): boolean {
  return 'globalPrivacyControl' in browser && browser.globalPrivacyControl === true;
}

/** Null: nobody has been asked yet. */
export function readConsent(
  getStorage: GetStorage = browserStorage,
  browser = navigator,
): Consent | null {
  if (isRefusedByBrowser(browser)) return 'denied';
  try {
    const saved = getStorage().getItem(CONSENT_KEY);
    return saved === 'granted' || saved === 'denied' ? saved : null;
  } catch {
    return 'denied';
  }
}

export function saveConsent(consent: Consent, getStorage: GetStorage = browserStorage): void {
  try {
    getStorage().setItem(CONSENT_KEY, consent);
  } catch {
    // Then it is asked again on the next page.
  }
}
