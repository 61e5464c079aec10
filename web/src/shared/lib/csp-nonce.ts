// Passes the page's CSP nonce to `get-nonce`, which the dialog's scroll lock reads for the <style> element it
// injects. Without the nonce, style-src would refuse that element.

import { setNonce } from 'get-nonce';

/** The nonce the server wrote into `<meta property="csp-nonce" nonce="…">`, if there is one. */
export function readCspNonce(root: ParentNode = document): string | undefined {
  const meta = root.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers empty the attribute so that CSS selectors cannot read it; the property keeps the value.
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}

let isAdopted = false;

export function adoptCspNonce(): void {
  if (isAdopted) return;
  const nonce = readCspNonce();
  if (nonce === undefined) return;
  setNonce(nonce);
  isAdopted = true;
}
