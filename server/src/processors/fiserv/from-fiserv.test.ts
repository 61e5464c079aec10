import { describe, expect, it } from 'vitest';
import {
  chargeIn,
  DEBIT_SETTLES_AFTER_MS,
  existingRefund,
  fromRefund,
  fromTransaction,
  refundsIn,
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

/** Follows the shape of the published responses. */
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
  it('a charge succeeds with the approved amount and the card that was used', () => {
    expect(fromTransaction(transaction(), NOW_MS)).toEqual({
      kind: 'succeeded',
      processorReference: 'ae33c0c0dad948148aa4e00b14b15e0c',
      amountCents: 10_320,
      currency: 'USD',
      method: { brand: 'visa', last4: '6700', expiresMonth: 12, expiresYear: 2030 },
      saved: null,
    });
  });

  it('an amount in a Commerce Hub response can be a string', () => {
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
    ['VOIDED', {}, 'succeeded'],
    ['VOIDED', { paymentReceipt: {} }, 'declined'],
    ['RETURNED', {}, 'returned'],
    ['WAITING', {}, 'unknown'],
    ['PENDING', {}, 'unknown'],
    ['CHECKED', {}, 'unknown'],
    [undefined, {}, 'unknown'],
  ])('a charge in state %s with %o is %s', (state, more, kind) => {
    const read = transaction({ more });
    read.gatewayResponse.transactionState = state;
    expect(fromTransaction(read, NOW_MS)).toMatchObject({ kind });
  });

  it.each([
    ['no amount', { approvedAmount: undefined }],
    ['an unreadable amount', { approvedAmount: { total: '1o3.20', currency: 'USD' } }],
    ['a fraction of a cent', { approvedAmount: { total: 103.205, currency: 'USD' } }],
  ])('a charge with %s is unknown', (_what, receipt) => {
    expect(fromTransaction(transaction({ receipt }), NOW_MS)).toMatchObject({ kind: 'unknown' });
  });

  it('a charge saves the requested token with the data that a later charge needs', () => {
    const paymentTokens = [
      { tokenData: '8519371934460010', tokenSource: 'CHASE', tokenResponseCode: '000' },
      { tokenData: '8519371934460009', tokenSource: 'TRANSARMOR', tokenResponseCode: '000' },
    ];
    const outcome = fromTransaction(transaction({ more: { paymentTokens } }), NOW_MS);
    expect(outcome).toMatchObject({
      saved: {
        kind: 'card',
        brand: 'visa',
        last4: '6700',
        expiresMonth: 12,
        expiresYear: 2030,
        schemeReference: '012182063695002 VISA 10320',
        processorCustomer: null,
      },
    });
    const saved = 'saved' in outcome ? outcome.saved : null;
    expect(saved?.token.reveal()).toBe('8519371934460009');
  });

  it('a charge saves nothing when the token was not created', () => {
    const paymentTokens = [{ tokenData: '', tokenSource: 'TRANSARMOR', tokenResponseCode: '335' }];
    const outcome = fromTransaction(transaction({ more: { paymentTokens } }), NOW_MS);
    expect(outcome).toMatchObject({ kind: 'succeeded', saved: null });
  });
});

describe('A decline, read from Commerce Hub', () => {
  const decline = (responseCode: string, more: Change = {}) =>
    fromTransaction(transaction({ state: 'DECLINED', details: { responseCode }, ...more }), NOW_MS);

  it.each([
    ['006', 'soft', 'Your card was declined. Please try another card or contact your bank.'],
    ['008', 'soft', 'Your card has insufficient funds.'],
    ['012', 'hard', "Your card's security code is incorrect."],
    [
      '017',
      'hard',
      'Your bank declined this payment. Please try another card or contact your bank.',
    ],
    ['032', 'hard', 'Your card has expired.'],
    ['039', 'soft', "Your bank couldn't process this payment. Please try again later."],
    ['048', 'soft', 'Your bank needs you to confirm this payment.'],
    ['999', 'hard', 'Your bank declined this payment.'],
  ])('a decline with code %s is %s and has the message: %s', (code, declineClass, message) => {
    const processorReference = 'ae33c0c0dad948148aa4e00b14b15e0c';
    expect(decline(code)).toEqual({
      kind: 'declined',
      processorReference,
      code,
      message,
      class: declineClass,
    });
  });

  it('the response code can be outside the receipt', () => {
    const more = { processorResponseDetails: { approvalStatus: 'DECLINED', responseCode: '008' } };
    expect(decline('', { receipt: { processorResponseDetails: undefined }, more })).toMatchObject({
      code: '008',
    });
  });

  it('a decline as a duplicate leaves the outcome unknown', () => {
    expect(decline('009')).toMatchObject({ kind: 'unknown' });
  });
});

describe('A bank debit, read from Commerce Hub', () => {
  const debit = (change: Change = {}) =>
    transaction({ type: 'CHARGE_SALE', source: ACCOUNT, ...change });

  it('a captured bank debit is pending and shows only the last digits of the account', () => {
    expect(fromTransaction(debit(), NOW_MS)).toMatchObject({
      kind: 'pending',
      method: { brand: null, last4: '6789' },
    });
  });

  it.each([
    ['a moment before', -1, 'pending'],
    ['when', 1000, 'succeeded'],
  ])(
    'a bank debit %s five days have passed without a return has the state %s',
    (_when, byMs, kind) => {
      const nowMs = Date.parse(AT) + DEBIT_SETTLES_AFTER_MS + byMs;
      expect(fromTransaction(debit(), nowMs)).toMatchObject({ kind });
    },
  );

  it('a returned bank debit has the return code of the bank', () => {
    const details = { approvalStatus: 'DECLINED', hostResponseCode: 'R01' };
    expect(fromTransaction(debit({ state: 'RETURNED', details }), NOW_MS)).toMatchObject({
      kind: 'returned',
      code: 'R01',
      amountCents: 10_320,
    });
  });
});

describe('An inquiry by our reference', () => {
  const ask = (...list: Transaction[]) => {
    const charge = chargeIn(transactionListSchema.parse(list), REFERENCE);
    return !charge || 'kind' in charge ? charge : fromTransaction(charge, NOW_MS);
  };

  it('an inquiry ignores an empty list, other references and refunds', () => {
    const other = transaction();
    other.gatewayResponse.transactionProcessingDetails.clientRequestId = 'another';
    expect(ask()).toBeNull();
    expect(ask(other, transaction({ type: 'REFUND' }))).toBeNull();
  });

  it('an inquiry finds a charge by its request id and by its merchant transaction id', () => {
    const named = transaction({
      more: { transactionDetails: { merchantTransactionId: REFERENCE } },
    });
    named.gatewayResponse.transactionProcessingDetails.clientRequestId = '9806383';
    expect(ask(named)).toMatchObject({ kind: 'succeeded' });
    expect(ask(transaction())).toMatchObject({ kind: 'succeeded' });
  });

  it('an inquiry prefers a successful charge to a declined one', () => {
    const refused = transaction({ state: 'DECLINED', details: { responseCode: '006' } });
    expect(ask(refused, transaction())).toMatchObject({ kind: 'succeeded' });
    expect(ask(refused)).toMatchObject({ kind: 'declined' });
  });

  it('two charges with one reference do not count as a single success', () => {
    expect(ask(transaction(), transaction())).toMatchObject({ kind: 'unknown' });
  });
});

describe('A refund, read from Commerce Hub', () => {
  it.each([
    ['CAPTURED', 'refunded'],
    ['AUTHORIZED', 'refunded'],
    ['DECLINED', 'refused'],
    ['PENDING', 'pending'],
    ['CHECKED', 'unknown'],
  ])('a refund in state %s is %s', (state, kind) => {
    expect(fromRefund(transaction({ type: 'REFUND', state }))).toMatchObject({ kind });
  });

  it('a voided card charge counts as fully refunded', () => {
    expect(fromTransaction(transaction({ state: 'VOIDED' }), NOW_MS)).toMatchObject({
      refunds: [{ refundReference: expect.stringMatching(/:void$/), amountCents: 10_320 }],
    });
  });

  it('the refunds of an order have their states and, for our own refunds, our reference', () => {
    const named = (merchantTransactionId: string) =>
      transaction({ type: 'REFUND', more: { transactionDetails: { merchantTransactionId } } });
    const failed = transaction({ type: 'REFUND', state: 'DECLINED' });
    const order = [transaction(), named('refund-1'), named(REFERENCE), failed];
    expect(refundsIn(order, REFERENCE)).toMatchObject([
      { reference: 'refund-1', amountCents: 10_320, state: 'succeeded' },
      { reference: null, amountCents: 10_320, state: 'succeeded' },
      { state: 'failed' },
    ]);
  });

  it('an existing refund is found by its reference in any state', () => {
    const refund = (state: string) => transaction({ type: 'REFUND', state });
    const found = (...states: string[]) =>
      existingRefund([transaction(), ...states.map(refund)], REFERENCE)?.kind ?? null;
    expect(found()).toBeNull();
    expect(found('DECLINED')).toBe('refused');
    expect(found('DECLINED', 'PENDING')).toBe('pending');
    expect(found('CAPTURED')).toBe('refunded');
  });
});
