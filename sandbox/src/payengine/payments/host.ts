// The bank behind the processor: which answer it gives for which scenario.
// Confirmed are "A0000"/"00"/"Success" and the host codes 05 DECLINE and 06 ERROR; the other codes
// and all "D…" response codes are invented, because no public table of declines exists.
import { randomInt } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { CardScenario } from '../../scenarios.ts';
import type { Card, HostReport } from '../store.ts';

export type HostVerdict = Pick<HostReport, 'status' | 'responseCode' | 'hostResponseCode'> & {
  responseMessage: string;
};

function refusal(hostResponseCode: string, responseMessage: string): HostVerdict {
  const responseCode = `D00${hostResponseCode}`;
  return { status: 'FAIL', responseCode, responseMessage, hostResponseCode };
}

export const APPROVED: HostVerdict = {
  status: 'PASS',
  responseCode: 'A0000',
  responseMessage: 'Success',
  hostResponseCode: '00',
};

export const DECLINED = refusal('05', 'DECLINE');
export const EXPIRED_CARD = refusal('54', 'EXPIRED CARD');
export const AUTHENTICATION_REQUIRED = refusal('65', 'AUTHENTICATION REQUIRED');
export const AUTHENTICATION_FAILED = refusal('83', 'AUTHENTICATION FAILED');

export const AWAITING_AUTHENTICATION: HostVerdict = {
  status: 'PENDING_3DSAUTH',
  responseCode: 'P0000',
  responseMessage: 'Pending 3DS authentication',
  hostResponseCode: '',
};

const VERDICTS: Record<CardScenario, HostVerdict> = {
  approved: APPROVED,
  declined: DECLINED,
  insufficient_funds: refusal('51', 'INSUFFICIENT FUNDS'),
  expired_card: EXPIRED_CARD,
  processing_error: refusal('06', 'ERROR'),
  three_ds_approved: APPROVED,
  three_ds_declined: DECLINED,
};

export function isExpired(card: Pick<Card, 'expMonth' | 'expYear'>, clock: Clock): boolean {
  const now = new Date(clock.now());
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return card.expYear * 12 + (card.expMonth - 1) < thisMonth;
}

/** The verdict on a card once nobody asks for authentication any more. */
export function judgeCard(card: Card, clock: Clock): HostVerdict {
  return isExpired(card, clock) ? EXPIRED_CARD : VERDICTS[card.scenario];
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

export function hostReport(verdict: HostVerdict): HostReport {
  return {
    ...verdict,
    authCode: verdict.status === 'PASS' ? digits(6) : null,
    hostReferenceNumber: digits(12),
    hostTransactionId: digits(8),
  };
}
