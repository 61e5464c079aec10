import { describe, expect, it } from 'vitest';
import { fromAch, fromChallenge, fromLookup, fromRefund, fromSale } from './from-payengine.ts';
import { achAnswerSchema, saleAnswerSchema, type Transaction, transactionSchema } from './wire.ts';

const NOTHING_SAVED = { savesMethod: false };

/** The search and the details of a transaction spell this status differently. */
const CANCELED = ['canceled', 'cancelled'];

const REFERENCE = '3f0c6f0e-2f39-4d3b-8a35-9c9c1b7c3a55';

function sale(response: Record<string, unknown>, data: Record<string, unknown> = {}) {
  return saleAnswerSchema.parse({
    data: {
      TransactionID: 'txn_1',
      ...data,
      SaleResponse: {
        status: 'PASS',
        transactionAmount: '103.20',
        processedAmount: '103.20',
        cardType: 'visa',
        maskedCardNumber: '4242',
        ...response,
      },
    },
  });
}

function transaction(change: Partial<Transaction> = {}): Transaction {
  return transactionSchema.parse({
    transactionId: 'txn_1',
    internalTransactionID: REFERENCE,
    type: 'payment',
    status: 'succeeded',
    amount: '103.20',
    currency: 'USD',
    payment_method: 'Credit Card',
    data: { last_4: '4242', card_type: 'visa' },
    host_report: { status: 'PASS', hostResponseCode: '00' },
    ...change,
  });
}

describe('A sale, read from PayEngine', () => {
  it('a sale succeeds with the processed amount and the card that was used', () => {
    expect(fromSale(sale({}), NOTHING_SAVED)).toEqual({
      kind: 'succeeded',
      processorReference: 'txn_1',
      amountCents: 10_320,
      currency: 'USD',
      method: { brand: 'visa', last4: '4242' },
      saved: null,
    });
  });

  it('a sale saves the method with its token when requested', () => {
    const answer = sale({}, { token: 'card_kept' });
    const outcome = fromSale(answer, { savesMethod: true });
    expect(outcome).toMatchObject({ saved: { kind: 'card', brand: 'visa', last4: '4242' } });
    expect(fromSale(answer, NOTHING_SAVED)).toMatchObject({ saved: null });
  });

  it('a declined sale is a regular response with a message for the payer', () => {
    expect(fromSale(sale({ status: 'FAIL', hostResponseCode: '51' }), NOTHING_SAVED)).toEqual({
      kind: 'declined',
      processorReference: 'txn_1',
      code: '51',
      message: 'Your card has insufficient funds.',
      class: 'soft',
    });
  });

  it('a decline with an unknown code has a message', () => {
    expect(fromSale(sale({ status: 'FAIL', hostResponseCode: 'Z9' }), NOTHING_SAVED)).toMatchObject(
      {
        kind: 'declined',
        message: 'Your bank declined this payment.',
      },
    );
  });

  it('a sale with 3-D Secure data requires 3-D Secure, and a sale without the data is unknown', () => {
    const status = 'PENDING_3DSAUTH';
    const challenged = sale({ status }, { ThreeDSActionRequired: true, ThreeDSData: 'eyJ4In0=' });
    expect(fromSale(challenged, NOTHING_SAVED)).toMatchObject({
      kind: 'action_required',
      threeDSData: 'eyJ4In0=',
    });
    expect(fromSale(sale({ status }), NOTHING_SAVED)).toMatchObject({ kind: 'unknown' });
  });

  it('a documented 3-D Secure response with only a sale status is parsed', () => {
    const data = {
      ID: 'p-1',
      TransactionID: 'txn_1',
      MerchantID: 'mer_1',
      token: 'card_sandbox_1',
      ThreeDSActionRequired: true,
      ThreeDSType: 'challenge',
      ThreeDSStatus: 'pending',
      ThreeDSData: 'eyJ4In0=',
      SaleResponse: { status: 'PENDING_3DSAUTH' },
    };
    const answer = saleAnswerSchema.parse({ data });
    expect(fromSale(answer, NOTHING_SAVED)).toEqual({
      kind: 'action_required',
      processorReference: 'txn_1',
      threeDSData: 'eyJ4In0=',
    });
    expect(fromChallenge(answer)).toBeNull();
  });

  it.each([
    ['an undocumented status', { status: 'MAYBE' }],
    ['an unreadable amount', { processedAmount: '1o3.20' }],
  ])('a sale is unknown for %s', (_what, response) => {
    expect(fromSale(sale(response), NOTHING_SAVED)).toMatchObject({ kind: 'unknown' });
  });
});

describe('A bank debit, read from PayEngine', () => {
  const ach = (response: Record<string, unknown>) =>
    achAnswerSchema.parse({
      data: {
        TransactionID: 'txn_2',
        masked_bank_account: '****6789',
        AchResponse: { status: 'PASS', transactionAmount: '50.00', ...response },
      },
    });

  it('an accepted bank debit is pending', () => {
    expect(fromAch(ach({}), NOTHING_SAVED)).toMatchObject({
      kind: 'pending',
      amountCents: 5000,
      method: { brand: null, last4: '6789' },
    });
  });

  it.each([
    ['FAIL', 'declined'],
    ['LATER', 'unknown'],
  ])('a bank debit with status %s is read as %s', (status, kind) => {
    expect(fromAch(ach({ status }), NOTHING_SAVED)).toMatchObject({ kind });
  });
});

describe('A refund, read from PayEngine', () => {
  it.each([
    ['PASS', 'card', 'refunded'],
    ['PASS', 'ach', 'pending'],
    ['PENDING', 'card', 'pending'],
    ['FAIL', 'card', 'refused'],
    ['LATER', 'card', 'unknown'],
  ] as const)('a refund with status %s of a charge by %s is read as %s', (status, paidBy, kind) => {
    const data = { TransactionID: 'txn_3', ReturnResponse: { status } };
    expect(fromRefund({ data }, paidBy)).toMatchObject({ kind });
  });
});

describe('A lookup by our reference', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['pending', 'pending'],
    ['pending_3dsauth', 'action_required'],
    ['failed', 'declined'],
    ['refunded', 'succeeded'],
    ['partialRefund', 'unknown'],
    ['parked', 'unknown'],
  ])('a transaction with status %s is read as %s', (status, kind) => {
    expect(fromLookup([transaction({ status })], REFERENCE)).toMatchObject({ kind });
  });

  it('a failed transaction with a return code is returned', () => {
    const host_report = { status: 'FAIL', returnCode: 'R01' };
    const list = [transaction({ status: 'failed', host_report })];
    expect(fromLookup(list, REFERENCE)).toMatchObject({ kind: 'returned', code: 'R01' });
  });

  it.each(CANCELED)('a transaction that is %s after a failure counts as declined', (status) => {
    const list = [transaction({ status, host_report: { status: 'FAIL' } })];
    expect(fromLookup(list, REFERENCE)).toMatchObject({ kind: 'declined' });
  });

  it.each(CANCELED)('a card charge that is %s after a success counts as refunded', (status) => {
    const list = [transaction({ status })];
    expect(fromLookup(list, REFERENCE)).toMatchObject({
      kind: 'succeeded',
      refunds: [{ refundReference: 'txn_1:void', reference: null, amountCents: 10_320 }],
    });
  });

  it('a canceled bank debit counts as never collected', () => {
    const list = [transaction({ status: 'canceled', payment_method: 'ACH' })];
    expect(fromLookup(list, REFERENCE)).toMatchObject({ kind: 'declined' });
  });

  it('a refunded transaction reports each refund, or the whole amount when no refund is listed', () => {
    const charge = transaction({ status: 'refunded' });
    const refund = (transactionId: string, amount: string, status = 'succeeded') =>
      transaction({ type: 'refund', transactionId, amount, status });
    const list = [refund('txn_4', '3.20'), refund('txn_3', '1.00', 'failed'), charge];
    expect(fromLookup([...list, refund('txn_2', '100.00')], REFERENCE)).toMatchObject({
      kind: 'succeeded',
      refunds: [
        { refundReference: 'txn_2', amountCents: 10_000, state: 'succeeded' },
        { refundReference: 'txn_3', amountCents: 100, state: 'failed' },
        { refundReference: 'txn_4', amountCents: 320, state: 'succeeded' },
      ],
    });
    expect(fromLookup([charge], REFERENCE)).toMatchObject({
      refunds: [{ refundReference: 'txn_1:refund', amountCents: 10_320 }],
    });
  });

  it('a lookup finds nothing among other references and refunds', () => {
    const list = [
      transaction({ internalTransactionID: 'another' }),
      transaction({ type: 'refund' }),
    ];
    expect(fromLookup(list, REFERENCE)).toEqual({ kind: 'not_found' });
  });

  it('two charges with one reference do not count as a single success', () => {
    const list = [transaction(), transaction({ transactionId: 'txn_9' })];
    expect(fromLookup(list, REFERENCE)).toMatchObject({ kind: 'unknown' });
  });
});
