import { describe, expect, it } from 'vitest';
import { deviceInfoSchema, paymentInfoSchema } from '../methods/portal-schemas.ts';
import {
  fullSubmitBodySchema,
  planIntentBodySchema,
  planPayBodySchema,
  planSubmitBodySchema,
  scheduleBodySchema,
  submitAnswerSchema,
} from './portal-schemas.ts';

const deviceInfo = {
  screen: { width: 1280, height: 720, colorDepth: 24 },
  timezone: 'America/New_York',
  timezoneOffset: 300,
  locale: 'en-US',
  userAgent: 'Mozilla/5.0',
  ipAddress: '203.0.113.7',
};
const paymentInfo = { paymentType: 'card', token: 'tok_1', deviceInfo, isSavePMOnPay: true };
const full = { processor: 'payengine', paymentInfo, quote: { amount: 10_000, fee: 320 } };
const installment = { date: '2026-01-31', cost: 3_440 };

const isTaken = (schema: typeof fullSubmitBodySchema, body: unknown) =>
  schema.safeParse(body).success;

describe('Body of a payment (product §7)', () => {
  it('a payment body contains the payment info and, if they were shown, the quoted amounts', () => {
    expect(fullSubmitBodySchema.parse(full)).toEqual(full);
    expect(isTaken(fullSubmitBodySchema, { processor: 'payengine', paymentInfo })).toBe(true);
  });

  it.each([
    ['an amount of nothing', { ...full, quote: { amount: 0, fee: 0 } }],
    ['half a cent', { ...full, quote: { amount: 100.5, fee: 0 } }],
    ['an amount as text', { ...full, quote: { amount: '100', fee: 0 } }],
    ['a processor that does not exist', { ...full, processor: 'paypal' }],
    ['a field of the payer’s own', { ...full, status: 'SUCCESS' }],
    ['a card number field', { ...full, paymentInfo: { ...paymentInfo, cardNumber: '4' } }],
    ['cash', { ...full, paymentInfo: { ...paymentInfo, paymentType: 'CASH' } }],
    ['an endless token', { ...full, paymentInfo: { ...paymentInfo, token: 'x'.repeat(513) } }],
  ])('a payment body with %s is refused', (_, body) => {
    expect(isTaken(fullSubmitBodySchema, body)).toBe(false);
  });

  it('a payment body references a saved method by its id instead of a token', () => {
    const pmID = '0197f1a0-0000-7000-8000-000000000001';
    expect(paymentInfoSchema.safeParse({ paymentType: 'ach', pmID }).success).toBe(true);
    expect(paymentInfoSchema.safeParse({ paymentType: 'ach', pmID: 'tok_1' }).success).toBe(false);
  });

  it('device info has exactly the fields of product §7', () => {
    expect(deviceInfoSchema.parse(deviceInfo)).toEqual(deviceInfo);
    expect(deviceInfoSchema.safeParse({ ...deviceInfo, battery: 7 }).success).toBe(false);
  });
});

describe('Body of a scheduled payment and of a plan (product §5)', () => {
  const scheduled = { ...full, date: '2026-02-28', isAutoChargeAgreed: true };
  const { quote } = full;
  const plan = {
    processor: 'payengine',
    paymentInfo,
    quote,
    installments: [installment, installment],
    isAutoChargeAgreed: true,
  };

  it('a plan or scheduled payment is refused with anything but consent to automatic charges', () => {
    expect(scheduleBodySchema.safeParse(scheduled).success).toBe(true);
    expect(planSubmitBodySchema.safeParse(plan).success).toBe(true);
    for (const isAutoChargeAgreed of [false, null, 'true']) {
      expect(scheduleBodySchema.safeParse({ ...scheduled, isAutoChargeAgreed }).success).toBe(
        false,
      );
      expect(planSubmitBodySchema.safeParse({ ...plan, isAutoChargeAgreed }).success).toBe(false);
    }
  });

  it('a scheduled payment requires a valid date', () => {
    for (const date of ['2026-02-30', '02/28/2026', '2026-02-28T00:00:00Z', ''])
      expect(scheduleBodySchema.safeParse({ ...scheduled, date }).success).toBe(false);
  });

  it('a plan payment body may contain the amount, the fee and the installments (R38)', () => {
    const seen = { isFull: false, quote, installments: [2] };
    expect(planPayBodySchema.safeParse(seen).success).toBe(true);
    expect(planPayBodySchema.safeParse({ returnUrl: '/harbor', isFull: true }).success).toBe(true);
    for (const installments of [[], [0], [13], [1.5], 0, 13]) {
      expect(planPayBodySchema.safeParse({ ...seen, installments }).success).toBe(false);
    }
  });

  it('a plan has 2 to 12 installments', () => {
    const isTakenWith = (length: number) => {
      const installments = Array.from({ length }, () => installment);
      return planSubmitBodySchema.safeParse({ ...plan, installments }).success;
    };
    expect([0, 1, 2, 12, 13].filter(isTakenWith)).toEqual([2, 12]);
    const isCount = (installments: number) =>
      planIntentBodySchema.safeParse({ installments }).success;
    expect([1, 2, 12, 13, 2.5].filter(isCount)).toEqual([2, 12]);
  });
});

describe('Answer to a payment (product §7)', () => {
  it('the response to a payment has the fields that the client reads', () => {
    expect(Object.keys(submitAnswerSchema.shape)).toEqual(
      expect.arrayContaining([
        'success',
        'message',
        'responseMessage',
        'isThreeDSActionRequired',
        'threeDSData',
      ]),
    );
  });
});
