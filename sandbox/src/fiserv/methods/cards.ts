// Test cards and bank accounts, and their outcomes at Fiserv. The four simulator cards are published (any amount
// below $5,000 is approved). The cards that decline or require 3-D Secure are invented; all processors of the
// sandbox share their numbers.
import type { TestData } from '../../processor.ts';
import {
  type CardScenario,
  TEST_ACCOUNTS,
  TEST_CARDS,
  TEST_ROUTING_NUMBER,
} from '../../scenarios.ts';
import type { SCHEMES } from '../store.ts';

type Scheme = (typeof SCHEMES)[number];

const SIMULATOR_CARDS = [
  '4012001928706700',
  '5500007287297385',
  '341111227713933',
  '6011114305944707',
] as const;

function toScheme(number: string): Scheme {
  if (number.startsWith('4')) return 'VISA';
  if (number.startsWith('3')) return 'AMEX';
  return number.startsWith('6') ? 'DISCOVER' : 'MASTERCARD';
}

export type KnownCard = { scheme: Scheme; scenario: CardScenario };

/** Only test numbers are accepted: real card data does not belong in a sandbox. */
export function findCard(number: string): KnownCard | undefined {
  const isSimulated = SIMULATOR_CARDS.some((candidate) => candidate === number);
  const scenario = isSimulated
    ? 'approved'
    : TEST_CARDS.find((candidate) => candidate.number === number)?.scenario;
  return scenario === undefined ? undefined : { scheme: toScheme(number), scenario };
}

export function findAccount(number: string) {
  return TEST_ACCOUNTS.find((candidate) => candidate.number === number);
}

const RESULTS: Record<CardScenario, string> = {
  approved: 'Pays',
  declined: 'Declined: 006',
  insufficient_funds: 'Declined: 008 Insufficient Funds',
  expired_card: 'Declined: 032 Expired Card',
  processing_error: 'Declined: 039 Try Again Later',
  three_ds_approved: 'Asks for 3-D Secure, then pays',
  three_ds_declined: 'Asks for 3-D Secure, then declined',
};

const PUBLISHED = 'Pays below $5,000; $5,006.00 is declined with 006, and so on';

export const TEST_DATA: TestData = {
  title: 'Fiserv Commerce Hub',
  origin: 'partly',
  routingNumber: TEST_ROUTING_NUMBER,
  cards: [
    ...SIMULATOR_CARDS.map((number) => ({
      number,
      brand: toScheme(number).toLowerCase(),
      result: PUBLISHED,
    })),
    ...TEST_CARDS.map(({ number, brand, scenario }) => ({
      number,
      brand,
      result: RESULTS[scenario],
    })),
  ],
  accounts: TEST_ACCOUNTS,
};
