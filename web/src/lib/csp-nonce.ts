// Hands the page's CSP nonce to `get-nonce`, from which the dialog's scroll lock takes it for the
// one <style> element it injects. Without it style-src 'self' 'nonce-…' would refuse that element.

import { setNonce } from 'get-nonce';

/** The nonce the server wrote into `<meta property="csp-nonce" nonce="…">`, if there is one. */
export function readCspNonce(root: ParentNode = document): string | undefined {
  const meta = root.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers empty the attribute to keep it from CSS selectors; the property still has the value.
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}

let isAdopted = false;

/** Safe to call again and again; only the first call that finds a nonce does anything. */
export function adoptCspNonce(): void {
  if (isAdopted) return;
  const nonce = readCspNonce();
  if (nonce === undefined) return;
  setNonce(nonce);
  isAdopted = true;
}
