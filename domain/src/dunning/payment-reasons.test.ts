import { isoDate } from '@quittance/contract/dates';
import { NEXT_STEPS, PAYMENT_REASONS } from '@quittance/contract/invoices/payment-outcome';
import { INVOICE_STATUSES } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { recordedText } from '../texts/es/recorded.ts';
import { DECLINE_REASONS } from './decline-reasons.ts';
import { DECLINE_TEXTS, FORMER_DECLINE_TEXTS } from './decline-texts.ts';
import { toNextStep } from './next-steps.ts';
import { type RecordedOutcome, toPublicReason, toReason } from './payment-reasons.ts';
import { RETURN_CODES } from './return-codes.ts';

const FAILED: RecordedOutcome = {
  state: 'FAILED',
  method: 'CARD',
  responseCode: null,
  responseMessage: null,
  isDisputeLost: false,
};
const RETURNED: RecordedOutcome = { ...FAILED, state: 'RETURNED', method: 'ACH' };

describe('Why a payment failed or came back (R65)', () => {
  it.each([
    [DECLINE_TEXTS.insufficientFunds, 'insufficientFunds'],
    [DECLINE_TEXTS.expiredCard, 'expired'],
    [DECLINE_TEXTS.cardDeclined, 'declined'],
    [DECLINE_TEXTS.authenticationFailed, 'notConfirmed'],
    ['The payment did not reach the processor. You have not been charged.', 'notSent'],
  ])('a payment that failed with %j has the reason %s', (responseMessage, reason) => {
    expect(toReason({ ...FAILED, responseMessage })).toBe(reason);
  });

  it('the stored texts of earlier releases keep their reason and their Spanish text', () => {
    const names = Object.keys(FORMER_DECLINE_TEXTS) as (keyof typeof DECLINE_REASONS)[]; // because keys() forgets the union
    for (const name of names) {
      const responseMessage = FORMER_DECLINE_TEXTS[name];
      expect(toReason({ ...FAILED, responseMessage })).toBe(DECLINE_REASONS[name]);
      expect(recordedText(responseMessage)).not.toBe(responseMessage);
    }
  });

  it("a processor's own message is classified as a decline and hidden from the payer", () => {
    expect(toReason({ ...FAILED, responseMessage: 'Refer to card issuer (pickup)' })).toBe(
      'declined',
    );
  });

  it.each([
    ['R01', 'noFunds'],
    ['R02', 'accountClosed'],
    ['R10', 'notAuthorized'],
    ['R16', 'accountFrozen'],
    ['R85', 'returned'],
    ['refer_to_customer', 'returned'],
  ])('a debit that was returned with %s has the reason %s', (responseCode, reason) => {
    expect(toReason({ ...RETURNED, responseCode })).toBe(reason);
  });

  it('a debit that failed before settlement has the reason of its return code', () => {
    expect(toReason({ ...FAILED, method: 'ACH', responseCode: 'R01' })).toBe('noFunds');
  });

  it('every return code with a consequence has an explanation (R15)', () => {
    const { representable, badAccount, unauthorized } = RETURN_CODES;
    for (const responseCode of [...representable, ...badAccount, ...unauthorized])
      expect(toReason({ ...RETURNED, responseCode })).not.toBe('returned');
  });

  it('a card charge lost to a dispute has the reason disputeLost', () => {
    const lost = { ...RETURNED, method: 'CARD', responseCode: 'fraudulent', isDisputeLost: true };
    expect(toReason(lost)).toBe('disputeLost');
  });

  it('the holder of a public link sees no details about the account or its funds (R4)', () => {
    const told = new Set<string>();
    for (const responseMessage of Object.values(DECLINE_TEXTS))
      told.add(toPublicReason({ ...FAILED, responseMessage }));
    for (const responseCode of Object.values(RETURN_CODES).flat())
      told.add(toPublicReason({ ...RETURNED, responseCode }));
    expect([...told].sort()).toEqual([
      'canceled',
      'declined',
      'notConfirmed',
      'returned',
      'tryLater',
    ]);
  });
});

describe('What the payer can do next (R65)', () => {
  const retryOn = isoDate('2026-11-20');
  it.each([
    ['the invoice is paid', 'COLLECTED', retryOn, 'nothing'],
    ['the invoice was voided', 'DRAFT', null, 'nothing'],
    ['the invoice is disputed', 'DISPUTED', retryOn, 'disputed'],
    ['another payment is under way', 'PENDING', null, 'underWay'],
    ['we try again', 'PAYMENT_PLAN_IN_PROGRESS', retryOn, 'wait'],
    ['auto-pay tries again', 'DUE', retryOn, 'wait'],
    ['its plan goes on', 'PAYMENT_PLAN_IN_PROGRESS', null, 'seeArrangement'],
    ['the invoice is open', 'IN_COLLECTION', null, 'addFunds'],
    ['it was for something else', null, null, 'ifOpen'],
  ] as const)(
    'the payer has the expected next step when %s',
    (_now, invoiceStatus, day, nextStep) => {
      const said = toNextStep('insufficientFunds', { invoiceStatus, retryOn: day });
      expect(said).toEqual({ nextStep, nextOn: nextStep === 'wait' ? day : null });
    },
  );

  it('every reason has a next step in every status', () => {
    for (const reason of PAYMENT_REASONS)
      for (const invoiceStatus of [...INVOICE_STATUSES, null])
        expect(NEXT_STEPS).toContain(toNextStep(reason, { invoiceStatus, retryOn: null }).nextStep);
  });
});
