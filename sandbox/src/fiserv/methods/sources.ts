// Resolves the payment source of a request: a session filled by a browser, a token, or a plain bank account.
// Unknown, used and expired sources, and those of other merchants, are rejected with the same error.
import { isRoutingNumber } from '../../check-digits.ts';
import type { Source } from '../api/bodies.ts';
import { type GatewayError, refusal } from '../api/gateway-error.ts';
import { type Call, DEMO_MERCHANT } from '../api/merchants.ts';
import { REMEMBERED_MS } from '../api/operation.ts';
import {
  hash,
  type Instrument,
  type Merchant,
  SCHEMES,
  type Session,
  type Store,
  type Token,
  type Transaction,
  type Usage,
} from '../store.ts';
import { findAccount } from './cards.ts';

const DEMO_TOKEN = /^tok_sandbox_summit_[A-Za-z0-9-]+_([a-z]+)_(\d{4})$/;

const BINS = {
  VISA: '424242',
  MASTERCARD: '555555',
  AMEX: '378282',
  DISCOVER: '601111',
} as const satisfies Record<(typeof SCHEMES)[number], string>;

type Expiry = { expirationMonth?: string | undefined; expirationYear?: string | undefined };

type DemoMethod = { name: string; last4: string };

/** Any expiry date sent with the token is accepted because none is stored. */
function toInstrument({ name, last4 }: DemoMethod, expiry: Expiry): Instrument {
  if (name === 'bank') {
    return { kind: 'bank', last4, routingNumber: '110000000', returnCode: null };
  }
  const { expirationMonth = '12', expirationYear = '2099' } = expiry;
  const scheme = SCHEMES.find((candidate) => candidate.toLowerCase() === name) ?? 'VISA';
  const card = { scheme, bin: BINS[scheme], last4, scenario: 'approved' } as const;
  return { kind: 'card', ...card, expirationMonth, expirationYear };
}

type TokenRequest = { merchant: Merchant; tokenData: string; expiry: Expiry };

// Saved methods of the demo merchant's customers that predate the sandbox's own data. The token encodes the method,
// so nothing has to be stored.
function demoToken({ merchant, tokenData, expiry }: TokenRequest): Token | undefined {
  const [, name, last4] = DEMO_TOKEN.exec(tokenData) ?? [];
  if (name === undefined || last4 === undefined) return undefined;
  if (merchant.merchantId !== DEMO_MERCHANT.merchantId) return undefined;
  return {
    hash: hash(tokenData),
    hint: `token of the demonstration: ${name}`,
    merchantId: merchant.merchantId,
    instrument: toInstrument({ name, last4 }, expiry),
  };
}

export type Funds = {
  sourceType: Transaction['sourceType'];
  instrument: Instrument;
  sourceHash: string;
  tokenHint: string;
  session: Session | null;
  isDateRight: boolean;
};

export function isUsed(store: Store, usage: Usage | null, call: Call): boolean {
  if (usage === null) return false;
  const isRepeat = usage.clientRequestId === call.clientRequestId;
  return !isRepeat || store.clock.now() - usage.atMs > REMEMBERED_MS;
}

export function markUsed(store: Store, thing: { usage: Usage | null } | null, call: Call): void {
  if (thing === null) return;
  thing.usage = { clientRequestId: call.clientRequestId, atMs: store.clock.now() };
}

function invalid(field: string): GatewayError {
  return refusal('301', 'Missing or Invalid Payment Data', field);
}

function toSourceType({ kind }: Instrument): Transaction['sourceType'] {
  return kind === 'card' ? 'PaymentCard' : 'PaymentCheck';
}

function fromSession(store: Store, call: Call, sessionId: string): Funds {
  const sourceHash = hash(sessionId);
  const session = store.sessions.get(sourceHash);
  const isUsable =
    session?.merchantId === call.merchant.merchantId && session.expiresAtMs > store.clock.now();
  if (!isUsable || session.instrument === null || isUsed(store, session.usage, call)) {
    throw invalid('source.sessionId');
  }
  const { instrument } = session;
  return {
    sourceType: toSourceType(instrument),
    instrument,
    sourceHash,
    tokenHint: 'session',
    session,
    isDateRight: true,
  };
}

type TokenSource = Extract<Source, { sourceType: 'PaymentToken' }>;

function fromToken(store: Store, call: Call, { tokenData, card }: TokenSource): Funds {
  const sourceHash = hash(tokenData);
  const { merchant } = call;
  const token =
    store.tokens.get(sourceHash) ?? demoToken({ merchant, tokenData, expiry: card ?? {} });
  if (token === undefined || token.merchantId !== call.merchant.merchantId) {
    throw refusal('103', 'Missing or Invalid Card Number or Token', 'source.tokenData');
  }
  const { hint: tokenHint, instrument, renewed } = token;
  const funds = { instrument, sourceHash, tokenHint, session: null };
  if (instrument.kind === 'bank') {
    return { ...funds, sourceType: 'PaymentCheck', isDateRight: true };
  }
  const { expirationMonth, expirationYear } = card ?? {};
  if (expirationMonth === undefined || expirationYear === undefined) {
    throw refusal('115', 'Missing or Invalid Expiration Date', 'source.card.expirationMonth');
  }
  const isDateRight = [instrument, renewed].some(
    (date) => date?.expirationMonth === expirationMonth && date.expirationYear === expirationYear,
  );
  const shown = { ...instrument, ...renewed };
  return { ...funds, instrument: shown, sourceType: 'PaymentToken', isDateRight };
}

type CheckSource = Extract<Source, { sourceType: 'PaymentCheck' }>;

export function bankAccount(routingNumber: string, accountNumber: string): Instrument {
  const account = findAccount(accountNumber);
  if (!isRoutingNumber(routingNumber) || account === undefined) {
    throw refusal('026', 'Only test accounts work in the sandbox', 'source.check');
  }
  const last4 = account.number.slice(-4);
  return { kind: 'bank', routingNumber, last4, returnCode: account.returnCode };
}

function fromCheck({ check }: CheckSource): Funds {
  const instrument = bankAccount(check.routingNumber, check.accountNumber);
  return {
    sourceType: 'PaymentCheck',
    instrument,
    sourceHash: hash(check.accountNumber),
    tokenHint: 'check',
    session: null,
    isDateRight: true,
  };
}

export function toFunds(store: Store, call: Call, source: Source): Funds {
  switch (source.sourceType) {
    case 'PaymentSession':
      return fromSession(store, call, source.sessionId);
    case 'PaymentToken':
      return fromToken(store, call, source);
    case 'PaymentCheck':
      return fromCheck(source);
  }
}
