// Creates an instrument from typed details or from a published test token. The brand, last four digits and scenario
// are stored, never the number.
import { z } from 'zod';
import { isRoutingNumber, passesLuhn } from '../../check-digits.ts';
import { ApiError, invalid, notSimulated } from '../api/api-error.ts';
import { hash, Metadata, mergeMetadata } from '../api/ids.ts';
import type { BankAccount, Billing, Card, Instrument, MethodDraft, Store } from '../store.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  TEST_ROUTING_NUMBER,
  type TestAccount,
  type TestCard,
} from '../test-data.ts';
import { demoMethod } from './demo-methods.ts';

const BANK_NAME = 'STRIPE TEST BANK';

const Text = z.string().optional();

const BillingDetails = z
  .object({
    name: Text,
    email: Text,
    phone: Text,
    address: z.union([z.literal(''), z.object({ postal_code: Text })]).optional(),
  })
  .optional();

const MethodData = z.object({
  type: z.string(),
  card: z
    .object({
      token: Text,
      number: Text,
      exp_month: z.number().optional(),
      exp_year: z.number().optional(),
      cvc: Text,
    })
    .optional(),
  us_bank_account: z
    .object({
      account_number: Text,
      routing_number: Text,
      account_type: z.enum(['checking', 'savings']).default('checking'),
      account_holder_type: z.enum(['individual', 'company']).default('individual'),
      financial_connections_account: Text,
    })
    .optional(),
  billing_details: BillingDetails,
  metadata: Metadata,
});
type MethodData = z.infer<typeof MethodData>;

export function isExpired(card: Pick<Card, 'expMonth' | 'expYear'>, { clock }: Store): boolean {
  const now = new Date(clock.now());
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return card.expYear * 12 + (card.expMonth - 1) < thisMonth;
}

function cardError(code: string, message: string, param: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, param });
}

type Expiry = { expMonth: number; expYear: number };

function toCard({ number, brand, funding, scenario }: TestCard, expiry: Expiry): Card {
  const fingerprint = hash(number).slice(0, 16);
  const last4 = number.slice(-4);
  return { kind: 'card', brand, funding, scenario, last4, fingerprint, isWallet: false, ...expiry };
}

function readCard(store: Store, given: NonNullable<MethodData['card']>): Card {
  const number = (given.number ?? '').replace(/[ -]/g, '');
  const known = TEST_CARDS.find((card) => card.number === number);
  if (!passesLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  // Only test numbers are accepted: real card data does not belong in a sandbox.
  if (known === undefined) {
    const message = 'Your card was declined. Only test cards work in the sandbox.';
    throw cardError('card_declined', message, 'number');
  }
  const expiry = { expMonth: given.exp_month ?? 0, expYear: given.exp_year ?? 0 };
  if (expiry.expMonth < 1 || expiry.expMonth > 12) {
    throw cardError(
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    );
  }
  if (isExpired(expiry, store)) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  const isRightLength = given.cvc?.length === (known.brand === 'amex' ? 4 : 3);
  if (!isRightLength) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return toCard(known, expiry);
}

const WALLET_TOKEN = /^tok_sandbox_wallet_(\d{4})$/;

/** The sandbox's wallet returns this invented token instead of a number. */
function readWallet(store: Store, token: string): Card {
  const [, last4] = WALLET_TOKEN.exec(token) ?? [];
  const known = TEST_CARDS.find(({ number }) => number.endsWith(last4 ?? 'none'));
  if (known === undefined) {
    throw invalid(`No such token: '${token}'`, { code: 'resource_missing', param: 'card[token]' });
  }
  const expYear = new Date(store.clock.now()).getUTCFullYear() + 2;
  return { ...toCard(known, { expMonth: 12, expYear }), isWallet: true };
}

const isInstant = (id: string | null) => id !== null;

function toAccount(account: TestAccount, more: Partial<BankAccount> = {}): BankAccount {
  return {
    kind: 'bank',
    bankName: BANK_NAME,
    routingNumber: TEST_ROUTING_NUMBER,
    last4: account.number.slice(-4),
    holderType: 'individual',
    accountType: 'checking',
    fingerprint: hash(account.number).slice(0, 16),
    scenario: account.scenario,
    financialConnectionsAccount: null,
    ...more,
  };
}

/** The account ids of the simulated bank login are invented; Stripe's are random. */
export function financialConnectionsId({ scenario }: Pick<TestAccount, 'scenario'>): string {
  return `fca_sandbox_${scenario}`;
}

function readAccount(given: NonNullable<MethodData['us_bank_account']>): BankAccount {
  const types = { accountType: given.account_type, holderType: given.account_holder_type };
  const login = given.financial_connections_account ?? null;
  if (isInstant(login)) {
    const account = TEST_ACCOUNTS.find((each) => financialConnectionsId(each) === login);
    if (account === undefined) {
      throw invalid(`No such financial connections account: '${login}'`, {
        code: 'resource_missing',
        param: 'us_bank_account[financial_connections_account]',
      });
    }
    return toAccount(account, { ...types, financialConnectionsAccount: login });
  }
  const routingNumber = given.routing_number ?? '';
  if (!isRoutingNumber(routingNumber)) {
    throw invalid('You must provide a valid routing number.', {
      code: 'routing_number_invalid',
      param: 'us_bank_account[routing_number]',
    });
  }
  const account = TEST_ACCOUNTS.find(({ number }) => number === given.account_number);
  if (account === undefined) {
    throw invalid('Only test bank accounts work in the sandbox.', {
      code: 'account_number_invalid',
      param: 'us_bank_account[account_number]',
    });
  }
  return toAccount(account, { ...types, routingNumber });
}

function readBilling(given: MethodData['billing_details']): Billing {
  const { name, email, phone, address } = given ?? {};
  const postalCode = typeof address === 'object' ? address.postal_code : undefined;
  const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text);
  return {
    name: orNull(name),
    email: orNull(email),
    phone: orNull(phone),
    postalCode: orNull(postalCode),
  };
}

function readInstrument(store: Store, { type, card, us_bank_account }: MethodData): Instrument {
  if (type === 'card') {
    if (card?.token !== undefined) return readWallet(store, card.token);
    if (card !== undefined) return readCard(store, card);
    throw invalid('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  }
  if (type !== 'us_bank_account') throw notSimulated(`payment methods of type ${type}`, 'type');
  if (us_bank_account !== undefined) return readAccount(us_bank_account);
  const param = 'us_bank_account';
  throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** `payment_method_data` and the parameters of a new method have the same format. */
export function readMethodData(store: Store, input: unknown): MethodDraft {
  const data = MethodData.parse(input);
  const instrument = readInstrument(store, data);
  const billing = readBilling(data.billing_details);
  if (instrument.kind === 'bank' && billing.name === null) {
    const param = 'billing_details[name]';
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  return { instrument, billing, metadata: mergeMetadata({}, data.metadata), isSetUp: false };
}

const NO_BILLING: Billing = { name: null, email: null, phone: null, postalCode: null };
const TEST_HOLDER: Billing = {
  ...NO_BILLING,
  name: 'Jenny Rosen',
  email: 'jenny.rosen@example.com',
};

/**
 * A published token such as pm_card_visa, or a token of the demo account. Each use creates a new method. Bank
 * account tokens are already verified and have a mandate here, so that a server can simulate a saved account
 * without a browser. At Stripe, they must first be verified by microdeposits.
 */
export function readTestToken(store: Store, token: string): MethodDraft | undefined {
  const demo = demoMethod(token);
  const card = demo.card ?? TEST_CARDS.find((each) => each.token === token);
  const account = demo.account ?? TEST_ACCOUNTS.find((each) => each.token === token);
  const year = new Date(store.clock.now()).getUTCFullYear() + 1;
  if (card !== undefined) {
    const instrument = toCard(card, { expMonth: 12, expYear: year });
    return { instrument, billing: NO_BILLING, metadata: {}, isSetUp: false };
  }
  if (account === undefined) return undefined;
  const login = { financialConnectionsAccount: financialConnectionsId(account) };
  const instrument = toAccount(account, login);
  return { instrument, billing: TEST_HOLDER, metadata: {}, isSetUp: true };
}
