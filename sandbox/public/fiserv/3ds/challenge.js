// Fiserv's 3-D Secure challenge: reports the end of the challenge to the page around it as Cardinal
// does. The message never contains the result; the merchant's server looks it up.
import { openChallenge } from '../../common/challenge-page.js';

const { token, md } = document.documentElement.dataset;

/** Published by Cardinal; it carries nothing confidential, so any origin may receive it. */
function report(type, transactionId) {
  window.parent.postMessage({ MessageType: type, TransactionId: transactionId, MD: md }, '*');
}

openChallenge({
  key: { token },
  amountOf: ({ amount, currency }) => `${amount} ${currency}`,
  finish: (_success, { transactionId }) => report('stepUp.completion', transactionId),
  fail: () => report('stepUp.error', ''),
});
