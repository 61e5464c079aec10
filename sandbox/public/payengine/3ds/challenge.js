// PayEngine's 3-D Secure challenge: reports its end to the embedding page, never the result of the
// charge.
import { openChallenge } from '../../common/challenge-page.js';

const { t, s, origin } = JSON.parse(decodeURIComponent(location.hash.slice(1)));

openChallenge({
  key: { t, s },
  amountOf: ({ amount, currency }) => `${amount} ${currency}`,
  finish: (success) => window.parent.postMessage({ type: 'challenge_finished', success }, origin),
});
