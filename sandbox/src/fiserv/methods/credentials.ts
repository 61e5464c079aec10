// POST /payments-vas/v1/security/credentials opens a session: an access token and a public key for the browser, and
// a session id that the merchant's server charges. POST /card-capture receives the data encrypted by the fields in
// the browser. Card and account numbers are not stored.
import { randomBytes, randomUUID } from 'node:crypto';
import { passesLuhn } from '../../check-digits.ts';
import { CaptureBody, CredentialsBody } from '../api/bodies.ts';
import { parseBody, refusal, traceId } from '../api/gateway-error.ts';
import { type Call, requireOwn } from '../api/merchants.ts';
import type { PreparedOperation } from '../api/operation.ts';
import { gatewayResponse, timestamp } from '../payments/answers.ts';
import { hash, type Instrument, type PayerId, type Store } from '../store.ts';
import { findCard } from './cards.ts';
import { bankAccount } from './sources.ts';

const SESSION_SECONDS = 1800;

function openSession(store: Store, { merchant }: Call) {
  const sessionId = randomUUID();
  const accessToken = randomBytes(21).toString('base64url');
  store.sessions.set(hash(sessionId), {
    accessTokenHash: hash(accessToken),
    merchantId: merchant.merchantId,
    expiresAtMs: store.clock.now() + SESSION_SECONDS * 1000,
    instrument: null,
    payerId: null,
    usage: null,
  });
  return { sessionId, accessToken };
}

export function prepareCredentials(store: Store, call: Call): PreparedOperation {
  const body = parseBody(CredentialsBody, call.body);
  requireOwn(call, body.merchantDetails, 'merchant');
  const execute = () => {
    const { keyId, publicKey } = store.encryption.publicKey();
    const { apiTraceId, clientRequestId } = call;
    const issuedAt = timestamp(store.clock.now());
    const transactionProcessingDetails = {
      transactionTimestamp: issuedAt,
      apiTraceId,
      clientRequestId,
      transactionId: apiTraceId,
    };
    return {
      status: 201,
      body: {
        gatewayResponse: { transactionProcessingDetails },
        keyId,
        publicKey,
        keyLength: publicKey.length,
        ...openSession(store, call),
        accessTokenIssuedTime: issuedAt,
        accessTokenTimeToLive: SESSION_SECONDS,
        asymmetricEncryptionAlgorithm: 'RSA',
        accessTokenType: 'BEARER',
      },
    };
  };
  return { operation: 'session', execute };
}

function readCard(store: Store, fields: Map<string, string>): Instrument {
  const number = fields.get('card.cardData') ?? '';
  const known = findCard(number);
  if (!passesLuhn(number) || known === undefined) {
    throw refusal('103', 'Only test cards work in the sandbox', 'card.cardData');
  }
  const expirationMonth = fields.get('card.expirationMonth') ?? '';
  const expirationYear = fields.get('card.expirationYear') ?? '';
  const thisMonth = new Date(store.clock.now()).toISOString().slice(0, 7);
  const isDate = /^(0[1-9]|1[012])$/.test(expirationMonth) && /^20\d\d$/.test(expirationYear);
  if (!isDate || `${expirationYear}-${expirationMonth}` < thisMonth) {
    throw refusal('115', 'Missing or Invalid Expiration Date', 'card.expirationMonth');
  }
  const securityCode = known.scheme === 'AMEX' ? /^\d{4}$/ : /^\d{3}$/;
  if (!securityCode.test(fields.get('card.securityCode') ?? '')) {
    throw refusal('100', 'Invalid or Missing Field Data', 'card.securityCode');
  }
  const shown = { bin: number.slice(0, 6), last4: number.slice(-4) };
  return { kind: 'card', ...known, ...shown, expirationMonth, expirationYear };
}

function readInstrument(store: Store, { source }: CaptureBody): Instrument {
  const fields = store.encryption.read(source.encryptionData);
  if (source.sourceType === 'PaymentCard') return readCard(store, fields);
  const routingNumber = fields.get('check.routingNumber') ?? '';
  return bankAccount(routingNumber, fields.get('check.accountNumber') ?? '');
}

const PAYER_ID_FIELDS = [
  ['customer.driverLicenseNumber', 'driverLicense'],
  ['customer.taxId', 'taxId'],
  ['customer.ssn', 'taxId'],
] as const;

/** A driver's license requires its state. A social security number counts as a person's tax id. */
function readPayerId(store: Store, { customer }: CaptureBody): PayerId | null {
  if (!customer) return null;
  const fields = store.encryption.read(customer.encryptionData);
  const entered = PAYER_ID_FIELDS.find(([field]) => fields.get(field));
  if (entered === undefined) throw refusal('107', 'Missing Required Field', 'customer');
  const [name, kind] = entered;
  if (kind === 'taxId' && !/^\d{9}$/.test(fields.get(name) ?? '')) {
    throw refusal('100', 'Invalid or Missing Field Data', name);
  }
  if (kind === 'driverLicense' && !customer.driverLicenseState) {
    throw refusal('107', 'Missing Required Field', 'customer.driverLicenseState');
  }
  return kind;
}

function captured(instrument: Instrument) {
  if (instrument.kind === 'bank') return { sourceType: 'PaymentCheck' };
  const { last4, expirationMonth, expirationYear } = instrument;
  return { sourceType: 'PaymentCard', card: { last4, expirationMonth, expirationYear } };
}

export function prepareCapture(store: Store, call: Call): PreparedOperation {
  const { session, clientRequestId } = call;
  const body = parseBody(CaptureBody, call.body);
  requireOwn(call, body.merchantDetails, 'merchant');
  if (session === null || session.usage !== null) {
    throw refusal('301', 'Missing or Invalid Payment Data', 'source');
  }
  const instrument = readInstrument(store, body);
  const payerId = readPayerId(store, body);
  const execute = () => {
    session.instrument = instrument;
    session.payerId = payerId;
    const processing = { transactionType: 'TOKENIZE', transactionState: 'AUTHORIZED' };
    const ids = { transactionId: traceId(), clientRequestId };
    const response = gatewayResponse({ ...processing, ...ids, atMs: store.clock.now() });
    return { status: 200, body: { gatewayResponse: response, source: captured(instrument) } };
  };
  return { operation: 'tokenize', execute };
}
