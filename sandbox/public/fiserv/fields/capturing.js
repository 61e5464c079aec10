// Gathers the values of all fields of one form, encrypts them with the session's public key and
// gives them to this server under the session's access token. The fields find each other on a
// channel of this server's origin, which the merchant's page cannot join.
import { blockFields } from './formats.js';

const GATHER_WITHIN_MS = 2000;
const CAPTURE_PATH = '/fiserv/ch/payments-vas/v1/card-capture';

const { now } = document.documentElement.dataset;
const loadedAtMs = performance.now();

/** Time as this server counts it: its clock can be ahead of the visitor's. */
const serverTime = () => Math.round(Number(now) + performance.now() - loadedAtMs);

/** `own` answers for this field; the others answer on the channel. */
function gather(channel, own, { names, request }) {
  return new Promise((resolve, reject) => {
    const answers = new Map([[own.name, own.submission()]]);
    const done = (settle) => {
      clearTimeout(timer);
      channel.removeEventListener('message', receive);
      settle();
    };
    const check = () => {
      if (names.every((name) => answers.has(name))) done(() => resolve([...answers]));
    };
    const receive = ({ data }) => {
      if (data.type !== 'submission' || data.request !== request) return;
      answers.set(data.name, data.submission);
      check();
    };
    const timer = setTimeout(
      () => done(() => reject(new Error('A hosted field did not answer'))),
      GATHER_WITHIN_MS,
    );
    channel.addEventListener('message', receive);
    channel.postMessage({ type: 'submit', request });
    check();
  });
}

async function encrypt(text, publicKey) {
  const der = Uint8Array.from(atob(publicKey), (letter) => letter.charCodeAt(0));
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('spki', der, algorithm, false, ['encrypt']);
  const block = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(block)));
}

async function bodyOf({ paymentMethod, config }, values) {
  const fields = blockFields(paymentMethod, values);
  const bytes = (text) => new TextEncoder().encode(text).length;
  const { merchantId, terminalId, keyId, publicKey, createToken } = config;
  return {
    source: {
      sourceType: paymentMethod === 'BANK_ACCOUNT' ? 'PaymentCheck' : 'PaymentCard',
      encryptionData: {
        encryptionType: 'RSA',
        encryptionTarget: 'MANUAL',
        encryptionBlock: await encrypt(fields.map(([, value]) => value).join(''), publicKey),
        encryptionBlockFields: fields.map(([name, value]) => `${name}:${bytes(value)}`).join(','),
        keyId,
      },
    },
    merchantDetails: { merchantId, terminalId },
    ...(createToken === undefined ? {} : { transactionDetails: { createToken } }),
  };
}

async function send({ apiKey, accessToken }, body) {
  const answer = await fetch(CAPTURE_PATH, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'api-key': apiKey,
      'client-request-id': crypto.randomUUID(),
      timestamp: String(serverTime()),
      'auth-token-type': 'AccessToken',
      authorization: accessToken,
    },
    body: JSON.stringify(body),
  });
  const { ok, status: statusCode, statusText } = answer;
  return { ok, response: { statusCode, statusText, body: await answer.json() } };
}

/** Answers with the server's response, with the names of wrong fields, or with a message. */
export async function capture(channel, own, question) {
  try {
    const submissions = await gather(channel, own, question);
    const invalid = submissions.filter(([, { isValid }]) => !isValid).map(([name]) => name);
    if (invalid.length > 0) return { invalid };
    const values = Object.fromEntries(submissions.map(([name, { value }]) => [name, value]));
    return await send(question.config, await bodyOf(question, values));
  } catch (error) {
    return { message: error.message };
  }
}
