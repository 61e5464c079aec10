// Stripe's published test cards and test bank accounts with their documented outcomes (docs.stripe.com/testing and
// the ACH guide) and decline messages. Codes marked below are guesses, because the documentation describes those
// outcomes only in words.
import type { TestData } from '../processor.ts';

export const CARD_SCENARIOS = [
  'approved',
  'generic_decline',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'declined_once_attached',
  'authenticates_unless_set_up',
  'always_authenticates',
  'authenticates',
  'authenticates_then_declined',
  'refund_pending',
  'refund_fails',
] as const;
export type CardScenario = (typeof CARD_SCENARIOS)[number];

export const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'discover'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

export type TestCard = {
  number: string;
  brand: CardBrand;
  funding: 'credit' | 'debit';
  scenario: CardScenario;
  token: string | null;
  result: string;
};

type CardLine = Pick<TestCard, 'number' | 'scenario' | 'result'> & { token?: string };

const BRAND_BY_FIRST_DIGIT: Record<string, CardBrand> = {
  '3': 'amex',
  '4': 'visa',
  '5': 'mastercard',
  '6': 'discover',
};

function card({ token, ...line }: CardLine): TestCard {
  const brand = BRAND_BY_FIRST_DIGIT[line.number.slice(0, 1)] ?? 'visa';
  const funding = line.result.includes('debit') ? 'debit' : 'credit';
  return { ...line, brand, funding, token: token === undefined ? null : `pm_card_${token}` };
}

/* biome-ignore format: a table of cards is read in rows */
export const TEST_CARDS: readonly TestCard[] = [
  card({ number: '4242424242424242', token: 'visa', scenario: 'approved', result: 'Pays' }),
  card({ number: '4000056655665556', token: 'visa_debit', scenario: 'approved', result: 'Pays (a debit card)' }),
  card({ number: '5555555555554444', token: 'mastercard', scenario: 'approved', result: 'Pays' }),
  card({ number: '378282246310005', token: 'amex', scenario: 'approved', result: 'Pays (the security code has four digits)' }),
  card({ number: '6011111111111117', token: 'discover', scenario: 'approved', result: 'Pays' }),
  card({ number: '4000000000000002', token: 'visa_chargeDeclined', scenario: 'generic_decline', result: 'Declined: generic_decline' }),
  card({ number: '4000000000009995', token: 'visa_chargeDeclinedInsufficientFunds', scenario: 'insufficient_funds', result: 'Declined: insufficient_funds' }),
  card({ number: '4000000000009987', token: 'visa_chargeDeclinedLostCard', scenario: 'lost_card', result: 'Declined: lost_card' }),
  card({ number: '4000000000009979', token: 'visa_chargeDeclinedStolenCard', scenario: 'stolen_card', result: 'Declined: stolen_card' }),
  card({ number: '4000000000000069', token: 'chargeDeclinedExpiredCard', scenario: 'expired_card', result: 'Declined: expired_card' }),
  card({ number: '4000000000000127', token: 'chargeDeclinedIncorrectCvc', scenario: 'incorrect_cvc', result: 'Declined: incorrect_cvc' }),
  card({ number: '4000000000000119', token: 'chargeDeclinedProcessingError', scenario: 'processing_error', result: 'Declined: processing_error' }),
  card({ number: '4000000000000341', token: 'chargeCustomerFail', scenario: 'declined_once_attached', result: 'Can be saved; every charge is declined' }),
  card({ number: '4000002500003155', token: 'authenticationRequiredOnSetup', scenario: 'authenticates_unless_set_up', result: 'Asks for 3-D Secure until it is saved, then pays' }),
  card({ number: '4000002760003184', token: 'authenticationRequired', scenario: 'always_authenticates', result: 'Asks for 3-D Secure every time, then pays' }),
  card({ number: '4000000000003220', token: 'threeDSecure2Required', scenario: 'authenticates', result: 'Asks for 3-D Secure, then pays' }),
  card({ number: '4000008400001629', scenario: 'authenticates_then_declined', result: 'Asks for 3-D Secure, then declined' }),
  card({ number: '4000000000007726', token: 'pendingRefund', scenario: 'refund_pending', result: 'Pays; a refund is pending for a day, then succeeds' }),
  card({ number: '4000000000005126', token: 'refundFail', scenario: 'refund_fails', result: 'Pays; a refund succeeds, then fails after a day' }),
];

export type Decline = { code: string; decline_code: string; message: string };

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});
const refused = (code: string, message: string): Decline => ({ code, decline_code: code, message });

export const EXPIRED_CARD = refused('expired_card', 'Your card has expired.');

export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** The decline that follows any authentication. A missing entry means approved. */
export const CARD_DECLINES: Partial<Record<CardScenario, Decline>> = {
  generic_decline: declined('generic_decline'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  expired_card: EXPIRED_CARD,
  incorrect_cvc: refused('incorrect_cvc', "Your card's security code is incorrect."),
  processing_error: refused(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  declined_once_attached: declined('generic_decline'),
  authenticates_then_declined: declined('generic_decline'),
};

export const BANK_SCENARIOS = [
  'succeeds',
  'account_closed',
  'no_account',
  'insufficient_funds',
  'debit_not_authorized',
  'invalid_currency',
  'disputed',
  'stays_processing',
  'microdeposits_fail',
  'weekly_limit',
  'blocked',
  'deactivated',
] as const;
export type BankScenario = (typeof BANK_SCENARIOS)[number];

export type TestAccount = {
  number: string;
  scenario: BankScenario;
  token: string | null;
  result: string;
};

export const TEST_ROUTING_NUMBER = '110000000';

const ACCOUNT_TOKENS: Partial<Record<BankScenario, string>> = {
  succeeds: 'pm_usBankAccount_success',
  account_closed: 'pm_usBankAccount_accountClosed',
  no_account: 'pm_usBankAccount_noAccount',
  insufficient_funds: 'pm_usBankAccount_insufficientFunds',
  debit_not_authorized: 'pm_usBankAccount_debitNotAuthorized',
  disputed: 'pm_usBankAccount_dispute',
  stays_processing: 'pm_usBankAccount_processing',
};

const account = (number: string, scenario: BankScenario, result: string): TestAccount => ({
  number,
  scenario,
  token: ACCOUNT_TOKENS[scenario] ?? null,
  result,
});

export const TEST_ACCOUNTS: readonly TestAccount[] = [
  account('000123456789', 'succeeds', 'Settles after two days'),
  account('000222222227', 'insufficient_funds', 'Fails after two days: insufficient_funds'),
  account('000111111113', 'account_closed', 'Fails after two days: account_closed'),
  account('000111111116', 'no_account', 'Fails after two days: no_account'),
  account('000333333335', 'debit_not_authorized', 'Fails after two days: debit_not_authorized'),
  account('000555555559', 'disputed', 'Settles after two days and is then disputed'),
  account('000000000009', 'stays_processing', 'Stays processing until it is settled by hand'),
  account('000666666661', 'microdeposits_fail', 'The small deposits never arrive'),
  account('000444444440', 'invalid_currency', 'Fails after two days: wrong currency'),
  account('000777777771', 'weekly_limit', 'Fails after two days: weekly limit'),
  account('000888888885', 'deactivated', 'Fails after two days: number deactivated'),
  account('000000004954', 'blocked', 'Blocked at once'),
];

export type Failure = { code: string; message: string };

/** The failure of a debit at settlement. A missing entry means that the debit settles. */
export const BANK_FAILURES: Partial<Record<BankScenario, Failure>> = {
  account_closed: { code: 'account_closed', message: "The customer's bank account is closed." },
  no_account: { code: 'no_account', message: "The customer's bank account could not be located." },
  insufficient_funds: {
    code: 'insufficient_funds',
    message: "The customer's account has insufficient funds to cover this payment.",
  },
  debit_not_authorized: {
    code: 'debit_not_authorized',
    message: 'The customer has notified their bank that this payment was unauthorized.',
  },
  // The three codes below are guesses: the documentation names the outcome, not the code.
  invalid_currency: {
    code: 'payment_method_currency_mismatch',
    message: 'The bank account cannot be debited in this currency.',
  },
  weekly_limit: {
    code: 'charge_exceeds_source_limit',
    message: 'This payment would exceed the rolling-window processing limit for this account.',
  },
  deactivated: {
    code: 'bank_account_unusable',
    message: 'The tokenized account number was deactivated.',
  },
};

/** Also a guess: Radar's response to a blocked bank debit is not documented. */
export const BLOCKED: Decline = {
  code: 'payment_method_provider_decline',
  decline_code: 'fraudulent',
  message: 'The payment was blocked.',
};

export const TEST_DATA: TestData = {
  title: 'Stripe',
  origin: 'published',
  routingNumber: TEST_ROUTING_NUMBER,
  cards: TEST_CARDS.map(({ number, brand, result }) => ({ number, brand, result })),
  accounts: TEST_ACCOUNTS.map(({ number, result }) => ({ number, result })),
};
