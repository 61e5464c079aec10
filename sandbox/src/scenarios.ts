// Test cards and test bank accounts shared by the processors, and their outcomes. PayEngine publishes its test data
// only behind a login, so this table is invented for PayEngine. The numbers are Stripe's because they are well
// known.

export const CARD_SCENARIOS = [
  'approved',
  'declined',
  'insufficient_funds',
  'expired_card',
  'processing_error',
  'three_ds_approved',
  'three_ds_declined',
] as const;
export type CardScenario = (typeof CARD_SCENARIOS)[number];

export const INJECTED_SCENARIOS = {
  decline: 'declined',
  challenge: 'three_ds_approved',
} as const satisfies Record<string, CardScenario>;

export const CARD_BRANDS = ['visa', 'mastercard', 'amex'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

export type TestCard = {
  number: string;
  brand: CardBrand;
  scenario: CardScenario;
  result: string;
};

function card(number: string, scenario: CardScenario, result: string): TestCard {
  const brand = number.startsWith('4') ? 'visa' : number.startsWith('3') ? 'amex' : 'mastercard';
  return { number, brand, scenario, result };
}

export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'approved', 'Pays'),
  card('4111111111111111', 'approved', 'Pays'),
  card('5555555555554444', 'approved', 'Pays'),
  card('378282246310005', 'approved', 'Pays (the security code has four digits)'),
  card('4000000000000002', 'declined', 'Declined: 05 DECLINE'),
  card('4000000000009995', 'insufficient_funds', 'Declined: 51 INSUFFICIENT FUNDS'),
  card('4000000000000069', 'expired_card', 'Declined: 54 EXPIRED CARD'),
  card('4000000000000119', 'processing_error', 'Declined: 06 ERROR'),
  card('4000000000003220', 'three_ds_approved', 'Asks for 3-D Secure, then pays'),
  card('4000008400001629', 'three_ds_declined', 'Asks for 3-D Secure, then declined'),
];

export const RETURN_CODES = [
  'R01',
  'R02',
  'R03',
  'R04',
  'R05',
  'R07',
  'R08',
  'R09',
  'R10',
  'R16',
  'R20',
  'R29',
] as const;
export type ReturnCode = (typeof RETURN_CODES)[number];

export const RETURN_REASONS: Record<ReturnCode, string> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account',
  R04: 'Invalid account number',
  R05: 'Unauthorized debit to a consumer account',
  R07: 'Authorization revoked by customer',
  R08: 'Payment stopped',
  R09: 'Uncollected funds',
  R10: 'Customer advises not authorized',
  R16: 'Account frozen',
  R20: 'Non-transaction account',
  R29: 'Corporate customer advises not authorized',
};

export type TestAccount = { number: string; returnCode: ReturnCode | null; result: string };

/** The routing number of the test accounts. Any other number with a valid check digit also works. */
export const TEST_ROUTING_NUMBER = '110000000';

export const TEST_ACCOUNTS: readonly TestAccount[] = [
  { number: '000123456789', returnCode: null, result: 'Settles after two days' },
  { number: '000222222227', returnCode: 'R01', result: 'Returned after two days: R01' },
  { number: '000111111113', returnCode: 'R02', result: 'Returned after two days: R02' },
  { number: '000111111116', returnCode: 'R03', result: 'Returned after two days: R03' },
  { number: '000333333335', returnCode: 'R10', result: 'Returned after two days: R10' },
];
