// The issuer behind the gateway: its response for each card and amount. The response codes and messages are
// published. A page that has since been archived documented that totals from $5,001.00 to $5,999.00 return the last
// three dollar digits as the code. The mapping of cards to codes is invented.
import { randomInt } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { scenarioNow } from '../../issuer.ts';
import { type CardScenario, INJECTED_SCENARIOS } from '../../scenarios.ts';
import type { Card, HostOutcome } from '../store.ts';

const MESSAGES: Record<string, string> = {
  '001': 'Referral: Call Bank/Issuer',
  '006': 'Declined',
  '007': 'Declined: Do Not Honor',
  '008': 'Declined: Insufficient Funds',
  '009': 'Declined: Duplicate Transaction',
  '012': 'Declined: Security Code Failure',
  '017': 'Declined: Lost or Stolen Card',
  '026': 'Invalid Card or Account Number',
  '028': 'Account Blocked, Frozen or Restricted',
  '030': 'Closed Account',
  '032': 'Expired Card or Card Not Activated',
  '033': 'Expiration Date Mismatch',
  '039': 'Retry: Try Again Later',
  '048': 'Declined: Authentication Required',
  '363': '3-D Secure: Authentication Failed',
};

export const APPROVED: HostOutcome = {
  approvalStatus: 'APPROVED',
  responseCode: '000',
  responseMessage: 'Approved',
  hostResponseCode: '00',
  hostResponseMessage: 'APPROVAL',
};

export function declined(responseCode: string, hostResponseCode = '05'): HostOutcome {
  const responseMessage = MESSAGES[responseCode] ?? 'Declined';
  return {
    approvalStatus: 'DECLINED',
    responseCode,
    responseMessage,
    hostResponseCode,
    hostResponseMessage: responseMessage.toUpperCase(),
  };
}

const BY_SCENARIO: Record<CardScenario, HostOutcome> = {
  approved: APPROVED,
  declined: declined('006'),
  insufficient_funds: declined('008', '51'),
  expired_card: declined('032', '54'),
  processing_error: declined('039', '91'),
  three_ds_approved: APPROVED,
  three_ds_declined: declined('006'),
};

/** Totals reserved for AVS and CVV tests, which are approved. */
const APPROVED_TOTALS = /^50(7[0-5]|8[0-8])00$/;

function byAmount(amountCents: number): HostOutcome | undefined {
  const digits = String(amountCents);
  const [, code] = /^5(\d{3})00$/.exec(digits) ?? [];
  if (code === undefined || code === '000' || APPROVED_TOTALS.test(digits)) return undefined;
  return declined(code);
}

function isExpired({ expirationMonth, expirationYear }: Card, clock: Clock): boolean {
  const thisMonth = new Date(clock.now()).toISOString().slice(0, 7);
  return `${expirationYear}-${expirationMonth}` < thisMonth;
}

export function asksForChallenge(card: Card): boolean {
  const scenario = scenarioNow(card, INJECTED_SCENARIOS);
  return scenario === 'three_ds_approved' || scenario === 'three_ds_declined';
}

export type CardCharge = {
  card: Card;
  amountCents: number;
  /** Merchant-initiated charges of a stored card never require authentication. */
  isMerchantInitiated: boolean;
  isAuthenticated: boolean;
};

export function cardOutcome(charge: CardCharge, clock: Clock): HostOutcome {
  const { card, amountCents, isMerchantInitiated, isAuthenticated } = charge;
  if (isExpired(card, clock)) return declined('032', '54');
  if (asksForChallenge(card) && !isMerchantInitiated && !isAuthenticated) {
    return declined('048', '65');
  }
  return byAmount(amountCents) ?? BY_SCENARIO[scenarioNow(card, INJECTED_SCENARIOS)];
}

export function verifyCard(card: Card, clock: Clock): HostOutcome {
  if (isExpired(card, clock)) return declined('032', '54');
  return asksForChallenge(card) ? APPROVED : BY_SCENARIO[card.scenario];
}

export function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

export function approvalCode(verdict: HostOutcome): string | null {
  return verdict.approvalStatus === 'APPROVED' ? `OK${digits(4)}` : null;
}
