// Stripe's 3-D Secure challenge: reports its end by a message to the embedding page or by going to
// the return URL, never the result of the charge.
import { openChallenge } from '../../common/challenge-page.js';

const settings = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const { client_secret, origin, return_url } = settings;
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function returnUrl(success) {
  const [id] = client_secret.split('_secret_');
  const name = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  const url = new URL(return_url);
  url.searchParams.set(name, id);
  url.searchParams.set(`${name}_client_secret`, client_secret);
  url.searchParams.set('redirect_status', success ? 'succeeded' : 'failed');
  return url;
}

openChallenge({
  key: { client_secret },
  amountOf: ({ amountCents }) =>
    amountCents === null ? 'Nothing now' : dollars.format(amountCents / 100),
  finish(success) {
    if (return_url !== undefined) location.assign(returnUrl(success));
    else window.parent.postMessage({ type: 'challenge_finished', success }, origin);
  },
});
