// The issuer's decision: the outcome of charging or setting up an instrument. It writes no records.
import { scenarioNow } from '../../issuer.ts';
import { isExpired } from '../methods/instruments.ts';
import type { BankAccount, Card, PaymentMethod, Store } from '../store.ts';
import {
  AUTHENTICATION_REQUIRED,
  BLOCKED,
  CARD_DECLINES,
  type CardScenario,
  type Decline,
  EXPIRED_CARD,
} from '../test-data.ts';

export type InstrumentOutcome =
  | { kind: 'approved' }
  | { kind: 'processing' }
  | { kind: 'challenge' }
  | { kind: 'microdeposits' }
  | { kind: 'declined'; decline: Decline };

export type Circumstances = {
  isSetup?: boolean;
  isOffSession?: boolean;
  isAuthenticated?: boolean;
  isSetUp?: boolean;
};

const APPROVED: InstrumentOutcome = { kind: 'approved' };

const ASKS: readonly CardScenario[] = [
  'authenticates',
  'always_authenticates',
  'authenticates_unless_set_up',
  'authenticates_then_declined',
];

const INJECTED = { decline: 'generic_decline', challenge: 'always_authenticates' } as const;

function asksForChallenge(card: Card, { isSetUp = false }: Circumstances): boolean {
  const scenario = scenarioNow<CardScenario>(card, INJECTED);
  if (!ASKS.includes(scenario)) return false;
  return !(isSetUp && scenario !== 'always_authenticates');
}

export function cardOutcome(
  store: Store,
  card: Card,
  circumstances: Circumstances,
): InstrumentOutcome {
  const { isSetup = false, isOffSession = false, isAuthenticated = false } = circumstances;
  if (isExpired(card, store)) return { kind: 'declined', decline: EXPIRED_CARD };
  if (!isAuthenticated && asksForChallenge(card, circumstances)) {
    // Off-session, there is no payer to authenticate, so the issuer's request counts as a decline.
    if (isOffSession) return { kind: 'declined', decline: AUTHENTICATION_REQUIRED };
    return { kind: 'challenge' };
  }
  const scenario = scenarioNow<CardScenario>(card, INJECTED);
  if (isSetup && scenario === 'declined_once_attached') return APPROVED;
  const decline = CARD_DECLINES[scenario];
  return decline === undefined ? APPROVED : { kind: 'declined', decline };
}

function accountOutcome(
  { scenario }: BankAccount,
  { isVerified }: PaymentMethod,
  { isSetup = false }: Circumstances,
): InstrumentOutcome {
  if (scenario === 'blocked' && !isSetup) return { kind: 'declined', decline: BLOCKED };
  if (!isVerified) return { kind: 'microdeposits' };
  return isSetup ? APPROVED : { kind: 'processing' };
}

export function instrumentOutcome(
  store: Store,
  method: PaymentMethod,
  circumstances: Circumstances,
): InstrumentOutcome {
  const { instrument, isSetUp } = method;
  return instrument.kind === 'card'
    ? cardOutcome(store, instrument, { isSetUp, ...circumstances })
    : accountOutcome(instrument, method, circumstances);
}
