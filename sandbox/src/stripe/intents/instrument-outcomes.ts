// The banks behind this company: what becomes of an instrument when it is charged or set up.
// It only decides; who writes what into the books is decided elsewhere.
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

export type Verdict =
  | { kind: 'approved' }
  /** A bank debit: accepted, and known to be good or bad only later. */
  | { kind: 'processing' }
  | { kind: 'challenge' }
  | { kind: 'microdeposits' }
  | { kind: 'declined'; decline: Decline };

export type Circumstances = {
  /** Only saved, not charged. */
  isSetup?: boolean;
  isOffSession?: boolean;
  /** The payer has answered the challenge. */
  isAuthenticated?: boolean;
  /** The method was set up for charges without the payer before. */
  isSetUp?: boolean;
};

const APPROVED: Verdict = { kind: 'approved' };

const ASKS: readonly CardScenario[] = [
  'authenticates',
  'always_authenticates',
  'authenticates_unless_set_up',
  'authenticates_then_declined',
];

function asksForChallenge({ scenario }: Card, { isSetUp = false }: Circumstances): boolean {
  if (!ASKS.includes(scenario)) return false;
  return !(isSetUp && scenario !== 'always_authenticates');
}

export function judgeCard(store: Store, card: Card, circumstances: Circumstances): Verdict {
  const { isSetup = false, isOffSession = false, isAuthenticated = false } = circumstances;
  if (isExpired(card, store)) return { kind: 'declined', decline: EXPIRED_CARD };
  if (!isAuthenticated && asksForChallenge(card, circumstances)) {
    // Nobody is there to answer: the issuer's "ask the payer" is a decline.
    if (isOffSession) return { kind: 'declined', decline: AUTHENTICATION_REQUIRED };
    return { kind: 'challenge' };
  }
  if (isSetup && card.scenario === 'declined_once_attached') return APPROVED;
  const decline = CARD_DECLINES[card.scenario];
  return decline === undefined ? APPROVED : { kind: 'declined', decline };
}

function judgeAccount(
  { scenario }: BankAccount,
  { isVerified }: PaymentMethod,
  { isSetup = false }: Circumstances,
): Verdict {
  if (scenario === 'blocked' && !isSetup) return { kind: 'declined', decline: BLOCKED };
  if (!isVerified) return { kind: 'microdeposits' };
  return isSetup ? APPROVED : { kind: 'processing' };
}

export function judge(store: Store, method: PaymentMethod, circumstances: Circumstances): Verdict {
  const { instrument, isSetUp } = method;
  return instrument.kind === 'card'
    ? judgeCard(store, instrument, { isSetUp, ...circumstances })
    : judgeAccount(instrument, method, circumstances);
}
