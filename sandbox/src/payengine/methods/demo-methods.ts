// Saved methods of the demo merchant's customers that predate the sandbox's own data. The token encodes the method,
// so nothing has to be stored.
import { CARD_BRANDS } from '../../scenarios.ts';
import { DEMO_MERCHANT } from '../merchants.ts';
import { hash, type Merchant, type Token } from '../store.ts';

const DEMO_TOKEN = /^tok_sandbox_harbor_[A-Za-z0-9-]+_([a-z]+)_(\d{4})$/;

const EXPIRY = { expMonth: 12, expYear: 2099 } as const;

function toInstrument(name: string, last4: string): Token['instrument'] {
  if (name === 'bank') {
    const account = { last4, routingNumber: '110000000', returnCode: null };
    return { kind: 'bank', id: 'ba_demo', ...account };
  }
  const brand = CARD_BRANDS.find((candidate) => candidate === name) ?? 'visa';
  return { kind: 'card', id: 'card_demo', brand, last4, ...EXPIRY, scenario: 'approved' };
}

export function demoToken(merchant: Merchant, token: string): Token | undefined {
  const [, name, last4] = DEMO_TOKEN.exec(token) ?? [];
  if (name === undefined || last4 === undefined) return undefined;
  if (merchant.merchantId !== DEMO_MERCHANT.merchantId) return undefined;
  return {
    hash: hash(token),
    hint: `tok_sandbox_…${name}`,
    merchantId: merchant.merchantId,
    spent: false,
    email: null,
    instrument: toInstrument(name, last4),
  };
}
