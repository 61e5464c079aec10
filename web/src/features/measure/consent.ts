/**
 * Whether a visitor lets themselves be measured: their own word, kept in this browser, or their browser's
 * (Global Privacy Control), which counts as no and spares them the question.
 */

export type Consent = 'granted' | 'denied';

const CONSENT_KEY = 'measuring';

type Place = () => Pick<Storage, 'getItem' | 'setItem'>;
const ownPlace: Place = () => window.localStorage;

function isRefusedByBrowser(browser: Navigator): boolean {
  return 'globalPrivacyControl' in browser && browser.globalPrivacyControl === true;
}

/** Null: nobody has been asked yet. */
export function readConsent(place: Place = ownPlace, browser = navigator): Consent | null {
  if (isRefusedByBrowser(browser)) return 'denied';
  try {
    const kept = place().getItem(CONSENT_KEY);
    return kept === 'granted' || kept === 'denied' ? kept : null;
  } catch {
    return 'denied';
  }
}

export function keepConsent(consent: Consent, place: Place = ownPlace): void {
  try {
    place().setItem(CONSENT_KEY, consent);
  } catch {
    // Then it is asked again on the next page.
  }
}
