// The issuer behind the processor: its response for each scenario. "A0000"/"00"/"Success" and the host codes 05
// DECLINE and 06 ERROR are confirmed. The other codes and all "D…" response codes are invented because no public
// table of declines exists.
import { randomInt } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { scenarioNow } from '../../issuer.ts';
import { type CardScenario, INJECTED_SCENARIOS } from '../../scenarios.ts';
import type { Card, HostReport } from '../store.ts';

export type HostOutcome = Pick<HostReport, 'status' | 'responseCode' | 'hostResponseCode'> & {
  responseMessage: string;
};

export function refusal(hostResponseCode: string, responseMessage: string): HostOutcome {
  const responseCode = `D00${hostResponseCode}`;
  return { status: 'FAIL', responseCode, responseMessage, hostResponseCode };
}

export const APPROVED: HostOutcome = {
  status: 'PASS',
  responseCode: 'A0000',
  responseMessage: 'Success',
  hostResponseCode: '00',
};

/** A guess: a pending response to a refund is not documented. */
export const PENDING: HostOutcome = { ...APPROVED, status: 'PENDING', responseMessage: 'Pending' };

const DECLINED = refusal('05', 'DECLINE');
const EXPIRED_CARD = refusal('54', 'EXPIRED CARD');
export const AUTHENTICATION_REQUIRED = refusal('65', 'AUTHENTICATION REQUIRED');
export const AUTHENTICATION_FAILED = refusal('83', 'AUTHENTICATION FAILED');

export const AWAITING_AUTHENTICATION: HostOutcome = {
  status: 'PENDING_3DSAUTH',
  responseCode: 'P0000',
  responseMessage: 'Pending 3DS authentication',
  hostResponseCode: '',
};

const OUTCOMES: Record<CardScenario, HostOutcome> = {
  approved: APPROVED,
  declined: DECLINED,
  insufficient_funds: refusal('51', 'INSUFFICIENT FUNDS'),
  expired_card: EXPIRED_CARD,
  processing_error: refusal('06', 'ERROR'),
  three_ds_approved: APPROVED,
  three_ds_declined: DECLINED,
};

export function asksForChallenge(card: Card): boolean {
  const scenario = scenarioNow(card, INJECTED_SCENARIOS);
  return scenario === 'three_ds_approved' || scenario === 'three_ds_declined';
}

export function isExpired(card: Pick<Card, 'expMonth' | 'expYear'>, clock: Clock): boolean {
  const now = new Date(clock.now());
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return card.expYear * 12 + (card.expMonth - 1) < thisMonth;
}

export function cardOutcome(card: Card, clock: Clock): HostOutcome {
  return isExpired(card, clock) ? EXPIRED_CARD : OUTCOMES[scenarioNow(card, INJECTED_SCENARIOS)];
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

export function hostReport(outcome: HostOutcome): HostReport {
  return {
    ...outcome,
    authCode: outcome.status === 'PASS' ? digits(6) : null,
    hostReferenceNumber: digits(12),
    hostTransactionId: digits(8),
  };
}
