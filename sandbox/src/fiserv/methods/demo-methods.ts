// Saved methods of the demo merchant's customers, older than the sandbox's own data: the token
// encodes the method, so nothing has to be stored.
import { DEMO_MERCHANT } from '../api/merchants.ts';
import { hash, type Instrument, type Merchant, SCHEMES, type Token } from '../store.ts';

const DEMO_TOKEN = /^tok_sandbox_summit_[A-Za-z0-9-]+_([a-z]+)$/;

type Expiry = { expirationMonth?: string | undefined; expirationYear?: string | undefined };

/** Any expiry date sent with the token is accepted, because none is stored. */
function instrumentOf(name: string, expiry: Expiry): Instrument {
  if (name === 'bank') {
    return { kind: 'bank', last4: '6789', routingNumber: '110000000', returnCode: null };
  }
  const { expirationMonth = '12', expirationYear = '2099' } = expiry;
  const scheme = SCHEMES.find((candidate) => candidate.toLowerCase() === name) ?? 'VISA';
  const card = { scheme, bin: '424242', last4: '4242', scenario: 'approved' } as const;
  return { kind: 'card', ...card, expirationMonth, expirationYear };
}

type Asked = { merchant: Merchant; tokenData: string; expiry: Expiry };

export function demoToken({ merchant, tokenData, expiry }: Asked): Token | undefined {
  const [, name] = DEMO_TOKEN.exec(tokenData) ?? [];
  if (name === undefined || merchant.merchantId !== DEMO_MERCHANT.merchantId) return undefined;
  return {
    hash: hash(tokenData),
    hint: `token of the demonstration: ${name}`,
    merchantId: merchant.merchantId,
    instrument: instrumentOf(name, expiry),
  };
}
