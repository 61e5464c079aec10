/**
 * The visitor's analytics consent, saved in this browser. Global Privacy Control counts as denied, without a
 * prompt.
 */

export type Consent = 'granted' | 'denied';

const CONSENT_KEY = 'measuring';

type GetStorage = () => Pick<Storage, 'getItem' | 'setItem'>;
const browserStorage: GetStorage = () => window.localStorage;

function isRefusedByBrowser(browser: Navigator): boolean {
  return 'globalPrivacyControl' in browser && browser.globalPrivacyControl === true;
}

/** Null: not asked yet. */
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
    // Without storage the prompt appears again on the next page.
  }
}
