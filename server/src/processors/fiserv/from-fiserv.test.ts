import { describe, expect, it } from 'vitest';
import {
  DEBIT_SETTLES_AFTER_MS,
  existingRefund,
  fromInquiry,
  fromRefund,
  fromTransaction,
} from './from-fiserv.ts';
import { type Transaction, transactionListSchema, transactionSchema } from './wire.ts';

const REFERENCE = '3f0c6f0e-2f39-4d3b-8a35-9c9c1b7c3a55';
const AT = '2026-11-03T16:20:00.506426965Z';
const NOW_MS = Date.parse('2026-11-03T16:20:01Z');

const APPROVED = {
  approvalStatus: 'APPROVED',
  approvalCode: 'OK1204',
  responseCode: '000',
  hostResponseCode: '00',
  schemeTransactionId: '012182063695002',
};
const CARD = {
  sourceType: 'PaymentCard',
  card: {
    bin: '401200',
    last4: '6700',
    scheme: 'VISA',
    expirationMonth: '12',
    expirationYear: '2030',
  },
};
const ACCOUNT = {
  sourceType: 'PaymentCheck',
  check: { routingNumber: '110000000', accountNumber: '000123456789' },
};

type Change = {
  type?: string;
  state?: string | undefined;
  details?: object;
  receipt?: object;
  source?: object;
  more?: object;
};

/** In the shape of the published answers. */
function transaction(change: Change = {}): Transaction {
  const { type = 'CHARGE', state = 'CAPTURED', details, receipt, source = CARD } = change;
  return transactionSchema.parse({
    gatewayResponse: {
      transactionType: type,
      transactionState: state,
      transactionOrigin: 'ECOM',
      transactionProcessingDetails: {
        orderId: 'CHG01c23b5480234e4a26b172e1f33296a51e',
        transactionTimestamp: AT,
        apiTraceId: 'ae33c0c0dad948148aa4e00b14b15e0c',
        clientRequestId: REFERENCE,
        transactionId: 'ae33c0c0dad948148aa4e00b14b15e0c',
      },
    },
    source,
    paymentReceipt: {
      approvedAmount: { total: 103.2, currency: 'USD' },
      processorResponseDetails: { ...APPROVED, ...details },
      ...receipt,
    },
    ...change.more,
  });
}

describe('A charge, read from Commerce Hub', () => {
  it('succeeds with the amount that was approved and the card that was used', () => {
    expect(fromTransaction(transaction(), NOW_MS)).toEqual({
      kind: 'succeeded',
      processorReference: 'ae33c0c0dad948148aa4e00b14b15e0c',
      amountCents: 10_320,
      currency: 'USD',
      method: { brand: 'visa', last4: '6700' },
      kept: null,
    });
  });

  it('reads an amount that comes as text', () => {
    const receipt = { approvedAmount: { total: '690', currency: 'USD' } };
    expect(fromTransaction(transaction({ receipt }), NOW_MS)).toMatchObject({
      amountCents: 69_000,
    });
  });

  it.each([
    ['CAPTURED', {}, 'succeeded'],
    ['SETTLED', {}, 'succeeded'],
    ['AUTHORIZED', { transactionDetails: { captureFlag: true } }, 'succeeded'],
    ['AUTHORIZED', { transactionDetails: { captureFlag: 'true' } }, 'succeeded'],
    ['AUTHORIZED', { transactionDetails: { captureFlag: false } }, 'unknown'],
    ['AUTHORIZED', {}, 'unknown'],
    ['DECLINED', {}, 'declined'],
    ['VOIDED', {}, 'declined'],
    ['RETURNED', {}, 'returned'],
    ['WAITING', {}, 'unknown'],
    ['PENDING', {}, 'unknown'],
    ['CHECKED', {}, 'unknown'],
    [undefined, {}, 'unknown'],
  ])('in state %s with %o is %s', (state, more, kind) => {
    const read = transaction({ more });
    read.gatewayResponse.transactionState = state;
    expect(fromTransaction(read, NOW_MS)).toMatchObject({ kind });
  });

  it.each([
    ['no amount', { approvedAmount: undefined }],
    ['an amount nobody can read', { approvedAmount: { total: '1o3.20', currency: 'USD' } }],
    ['a fraction of a cent', { approvedAmount: { total: 103.205, currency: 'USD' } }],
  ])('is unknown with %s', (_what, receipt) => {
    expect(fromTransaction(transaction({ receipt }), NOW_MS)).toMatchObject({ kind: 'unknown' });
  });

  it('keeps the token it asked for, with what charging it again will need', () => {
    const paymentTokens = [
      { tokenData: '8519371934460010', tokenSource: 'CHASE', tokenResponseCode: '000' },
      { tokenData: '8519371934460009', tokenSource: 'TRANSARMOR', tokenResponseCode: '000' },
    ];
    const outcome = fromTransaction(transaction({ more: { paymentTokens } }), NOW_MS);
    expect(outcome).toMatchObject({
      kept: {
        kind: 'card',
        brand: 'visa',
        last4: '6700',
        expiresMonth: 12,
        expiresYear: 2030,
        schemeReference: '012182063695002',
        processorCustomer: null,
      },
    });
    const kept = 'kept' in outcome ? outcome.kept : null;
    expect(kept?.token.reveal()).toBe('8519371934460009');
  });

  it('keeps nothing when the token could not be made', () => {
    const paymentTokens = [{ tokenData: '', tokenSource: 'TRANSARMOR', tokenResponseCode: '335' }];
    const outcome = fromTransaction(transaction({ more: { paymentTokens } }), NOW_MS);
    expect(outcome).toMatchObject({ kind: 'succeeded', kept: null });
  });
});

describe('A decline, read from Commerce Hub', () => {
  const decline = (responseCode: string, more: Change = {}) =>
    fromTransaction(transaction({ state: 'DECLINED', details: { responseCode }, ...more }), NOW_MS);

  it.each([
    ['006', 'soft', 'Your card was declined. Please try another card or contact your bank.'],
    ['008', 'soft', 'Your card has insufficient funds.'],
    ['012', 'hard', 'The security code of your card is not right.'],
    [
      '017',
      'hard',
      'Your bank declined this payment. Please try another card or contact your bank.',
    ],
    ['032', 'hard', 'Your card has expired.'],
    ['039', 'soft', 'Your bank could not process this payment. Please try again later.'],
    ['048', 'soft', 'Your bank requires authentication for this payment.'],
    ['999', 'hard', 'Your bank declined this payment.'],
  ])('with code %s is %s and says: %s', (code, declineClass, message) => {
    const processorReference = 'ae33c0c0dad948148aa4e00b14b15e0c';
    expect(decline(code)).toEqual({
      kind: 'declined',
      processorReference,
      code,
      message,
      class: declineClass,
    });
  });

  it('finds the code at the top as well', () => {
    const more = { processorResponseDetails: { approvalStatus: 'DECLINED', responseCode: '008' } };
    expect(decline('', { receipt: { processorResponseDetails: undefined }, more })).toMatchObject({
      code: '008',
    });
  });

  it('as a duplicate is unknown: it may be a duplicate of this very charge', () => {
    expect(decline('009')).toMatchObject({ kind: 'unknown' });
  });
});

describe('A bank debit, read from Commerce Hub', () => {
  const debit = (change: Change = {}) =>
    transaction({ type: 'CHARGE_SALE', source: ACCOUNT, ...change });

  it('is pending when it is captured, and shows the end of the account alone', () => {
    expect(fromTransaction(debit(), NOW_MS)).toMatchObject({
      kind: 'pending',
      method: { brand: null, last4: '6789' },
    });
  });

  it.each([
    ['a moment before', -1, 'pending'],
    ['when', 1000, 'succeeded'],
  ])('%s five days of silence have passed is %s', (_when, byMs, kind) => {
    const nowMs = Date.parse(AT) + DEBIT_SETTLES_AFTER_MS + byMs;
    expect(fromTransaction(debit(), nowMs)).toMatchObject({ kind });
  });

  it('comes back with the code of the bank', () => {
    const details = { approvalStatus: 'DECLINED', hostResponseCode: 'R01' };
    expect(fromTransaction(debit({ state: 'RETURNED', details }), NOW_MS)).toMatchObject({
      kind: 'returned',
      code: 'R01',
      amountCents: 10_320,
    });
  });
});

describe('An inquiry by our reference', () => {
  const ask = (...list: Transaction[]) =>
    fromInquiry(transactionListSchema.parse(list), REFERENCE, NOW_MS);

  it('finds nothing in an empty list, among other references and among refunds', () => {
    const other = transaction();
    other.gatewayResponse.transactionProcessingDetails.clientRequestId = 'another';
    expect(ask()).toEqual({ kind: 'not_found' });
    expect(ask(other, transaction({ type: 'REFUND' }))).toEqual({ kind: 'not_found' });
  });

  it('finds a charge by either of its names', () => {
    const named = transaction({
      more: { transactionDetails: { merchantTransactionId: REFERENCE } },
    });
    named.gatewayResponse.transactionProcessingDetails.clientRequestId = '9806383';
    expect(ask(named)).toMatchObject({ kind: 'succeeded' });
    expect(ask(transaction())).toMatchObject({ kind: 'succeeded' });
  });

  it('takes the charge that went through before the one that did not', () => {
    const refused = transaction({ state: 'DECLINED', details: { responseCode: '006' } });
    expect(ask(refused, transaction())).toMatchObject({ kind: 'succeeded' });
    expect(ask(refused)).toMatchObject({ kind: 'declined' });
  });

  it('does not take two charges under one reference for one success', () => {
    expect(ask(transaction(), transaction())).toMatchObject({ kind: 'unknown' });
  });
});

describe('A refund, read from Commerce Hub', () => {
  it.each([
    ['CAPTURED', 'refunded'],
    ['AUTHORIZED', 'refunded'],
    ['DECLINED', 'refused'],
    ['WAITING', 'unknown'],
  ])('in state %s is %s', (state, kind) => {
    expect(fromRefund(transaction({ type: 'REFUND', state }))).toMatchObject({ kind });
  });

  it('is found again by its own reference', () => {
    const given = transaction({ type: 'REFUND' });
    expect(existingRefund([transaction(), given], REFERENCE)).toBe(given);
    expect(existingRefund([transaction()], REFERENCE)).toBeNull();
    const failed = transaction({ type: 'REFUND', state: 'DECLINED' });
    expect(existingRefund([failed], REFERENCE)).toBeNull();
  });
});
