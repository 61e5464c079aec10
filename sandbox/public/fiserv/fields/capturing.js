// Encrypts the values of all fields of one form with the session's public key and sends them to
// this server with the session's access token.
import { gather } from '../../common/field-input.js';
import { blockFields, idFields } from './formats.js';

const CAPTURE_URL = new URL('../../../ch/payments-vas/v1/card-capture', location.href);

const { now } = document.documentElement.dataset;
const loadedAtMs = performance.now();

/** The server's time: its clock can be ahead of the visitor's. */
const serverTime = () => Math.round(Number(now) + performance.now() - loadedAtMs);

async function encrypt(text, publicKey) {
  const der = Uint8Array.from(atob(publicKey), (letter) => letter.charCodeAt(0));
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('spki', der, algorithm, false, ['encrypt']);
  const block = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(block)));
}

async function encryptionData(fields, { keyId, publicKey }) {
  const bytes = (text) => new TextEncoder().encode(text).length;
  return {
    encryptionType: 'RSA',
    encryptionTarget: 'MANUAL',
    encryptionBlock: await encrypt(fields.map(([, value]) => value).join(''), publicKey),
    encryptionBlockFields: fields.map(([name, value]) => `${name}:${bytes(value)}`).join(','),
    keyId,
  };
}

async function toCustomer(values, config) {
  const fields = idFields(values);
  if (fields === null) return {};
  const { driverLicenseState } = values;
  return {
    customer: {
      ...(driverLicenseState ? { driverLicenseState } : {}),
      encryptionData: await encryptionData(fields, config),
    },
  };
}

async function toBody({ paymentMethod, config }, values) {
  const { merchantId, terminalId, createToken } = config;
  return {
    source: {
      sourceType: paymentMethod === 'BANK_ACCOUNT' ? 'PaymentCheck' : 'PaymentCard',
      encryptionData: await encryptionData(blockFields(paymentMethod, values), config),
    },
    ...(await toCustomer(values, config)),
    merchantDetails: { merchantId, terminalId },
    ...(createToken === undefined ? {} : { transactionDetails: { createToken } }),
  };
}

async function send({ apiKey, accessToken }, body) {
  const answer = await fetch(CAPTURE_URL, {
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

/** Returns the server's response, the names of invalid fields, or an error message. */
export async function capture(channel, own, question) {
  try {
    const submissions = await gather(channel, own, question);
    const invalid = submissions.filter(([, { isValid }]) => !isValid).map(([name]) => name);
    if (invalid.length > 0) return { invalid };
    const values = Object.fromEntries(submissions.map(([name, { value }]) => [name, value]));
    return await send(question.config, await toBody(question, values));
  } catch (error) {
    return { message: error.message };
  }
}
