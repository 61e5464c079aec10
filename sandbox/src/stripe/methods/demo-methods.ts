// Saved methods of the demo account's customers that predate the sandbox's own data. The token encodes the method,
// so nothing has to be stored. Stripe itself has no tokens of this kind.
import { TEST_ACCOUNTS, TEST_CARDS, type TestAccount, type TestCard } from '../test-data.ts';

const DEMO_TOKEN = /^pm_sandbox_northwind_[A-Za-z0-9-]+_([a-z]+)_(\d{4})$/;

type DemoMethod = { card?: TestCard; account?: TestAccount };

function withLast4<Known extends { number: string }>(known: Known, last4: string): Known {
  return { ...known, number: known.number.slice(0, -4) + last4 };
}

function isPaying(brand: string) {
  return (card: TestCard) => card.brand === brand && card.scenario === 'approved';
}

export function demoMethod(token: string): DemoMethod {
  const [, name = '', last4 = ''] = DEMO_TOKEN.exec(token) ?? [];
  if (name === 'bank') {
    const account = TEST_ACCOUNTS.find(({ scenario }) => scenario === 'succeeds');
    return account ? { account: withLast4(account, last4) } : {};
  }
  const card = TEST_CARDS.find(isPaying(name));
  return card ? { card: withLast4(card, last4) } : {};
}
