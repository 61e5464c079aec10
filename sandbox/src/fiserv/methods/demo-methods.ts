// Saved methods of the demo merchant's customers, older than the sandbox's own data: the token
// encodes the method, so nothing has to be stored.
import { DEMO_MERCHANT } from '../api/merchants.ts';
import { hash, type Instrument, type Merchant, SCHEMES, type Token } from '../store.ts';

const DEMO_TOKEN = /^tok_sandbox_summit_[A-Za-z0-9-]+_([a-z]+)_(\d{4})$/;

const BINS = {
  VISA: '424242',
  MASTERCARD: '555555',
  AMEX: '378282',
  DISCOVER: '601111',
} as const satisfies Record<(typeof SCHEMES)[number], string>;

type Expiry = { expirationMonth?: string | undefined; expirationYear?: string | undefined };

type Named = { name: string; last4: string };

/** Any expiry date sent with the token is accepted, because none is stored. */
function instrumentOf({ name, last4 }: Named, expiry: Expiry): Instrument {
  if (name === 'bank') {
    return { kind: 'bank', last4, routingNumber: '110000000', returnCode: null };
  }
  const { expirationMonth = '12', expirationYear = '2099' } = expiry;
  const scheme = SCHEMES.find((candidate) => candidate.toLowerCase() === name) ?? 'VISA';
  const card = { scheme, bin: BINS[scheme], last4, scenario: 'approved' } as const;
  return { kind: 'card', ...card, expirationMonth, expirationYear };
}

type Asked = { merchant: Merchant; tokenData: string; expiry: Expiry };

export function demoToken({ merchant, tokenData, expiry }: Asked): Token | undefined {
  const [, name, last4] = DEMO_TOKEN.exec(tokenData) ?? [];
  if (name === undefined || last4 === undefined) return undefined;
  if (merchant.merchantId !== DEMO_MERCHANT.merchantId) return undefined;
  return {
    hash: hash(tokenData),
    hint: `token of the demonstration: ${name}`,
    merchantId: merchant.merchantId,
    instrument: instrumentOf({ name, last4 }, expiry),
  };
}
