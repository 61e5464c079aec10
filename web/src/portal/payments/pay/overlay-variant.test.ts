import { isoDate } from '@quittance/contract/dates';
import { PROCESSING_STATUSES } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { isPopupBlocked, type OverlayInput, overlayVariant } from './overlay-variant.ts';

const IDLE: OverlayInput['request'] = {
  paymentProcessingStatus: 'idle',
  isPaymentInProcessing: false,
  isDebitSent: false,
  challenge: null,
  payment: null,
};
const QUIET: OverlayInput = {
  fields: 'ready',
  request: IDLE,
  purpose: 'FULL_AMOUNT',
  payable: { paymentScheduledAt: null, isProcessing: false },
};
const status = (paymentProcessingStatus: (typeof PROCESSING_STATUSES)[number]) => ({
  request: { ...IDLE, paymentProcessingStatus },
});
const running = {
  ...IDLE,
  paymentProcessingStatus: 'in_progress',
  isPaymentInProcessing: true,
} as const;
const challenged = (step: 'open' | 'answered' | 'left' | 'canceling') => ({
  request: { ...running, challenge: { threeDSData: 'data', step, cancellation: 'none' as const } },
});
const scheduled = {
  payable: { paymentScheduledAt: isoDate('2026-11-20'), isProcessing: false },
};

describe('Payment overlay (product §4.7 to §4.10)', () => {
  it.each([
    ['nothing while the payer fills the form in', {}, 'none'],
    ['loading until the secure fields are there', { fields: 'loading' }, 'loading'],
    ['an error when they do not come', { fields: 'failed' }, 'error'],
    ['pending after the submit', status('pending'), 'pending'],
    ['pending while in progress', status('in_progress'), 'pending'],
    ['success', status('success'), 'success'],
    ['an error', status('error'), 'error'],
    [
      'pending when opened again during a payment',
      {
        request: { ...IDLE, isPaymentInProcessing: true },
      },
      'pending',
    ],
    ['pending while the bank’s challenge is open', challenged('open'), 'pending'],
    ['pending once the payer has answered it', challenged('answered'), 'pending'],
    ['what is waited for when it was closed (R43)', challenged('left'), 'challenge'],
    ['it while the payment is being canceled (R43)', challenged('canceling'), 'challenge'],
    ['that a bank debit was sent', { request: { ...running, isDebitSent: true } }, 'sent'],
    ['pending until it is', { request: { ...running, isDebitSent: false } }, 'pending'],
    [
      'pending when another tab is paying the invoice',
      { payable: { paymentScheduledAt: null, isProcessing: true } },
      'pending',
    ],
    [
      'the answer rather than the fields that failed meanwhile',
      { ...status('success'), fields: 'failed' },
      'success',
    ],
    ['scheduled', { ...status('payment_scheduled'), ...scheduled }, 'scheduled'],
    ['pending until the schedule has a date', status('payment_scheduled'), 'pending'],
    [
      'scheduled when scheduling succeeded',
      { ...status('success'), ...scheduled, purpose: 'EXTENSION' },
      'scheduled',
    ],
    [
      'success when a scheduled invoice is paid early',
      { ...status('success'), ...scheduled },
      'success',
    ],
  ] as const)('the payment overlay shows %s', (_, change, variant) => {
    expect(overlayVariant({ ...QUIET, ...change })).toBe(variant);
  });

  it.each(PROCESSING_STATUSES)(
    'the payment overlay is visible for the status %s unless the status is idle',
    (processing) => {
      const variant = overlayVariant({ ...QUIET, ...status(processing) });
      expect(variant === 'none').toBe(processing === 'idle');
    },
  );
});

describe('Presses outside the payment popup (R43)', () => {
  it.each([
    ['while a payment is pending', running, true],
    ['while a payment is being canceled', challenged('canceling').request, true],
    ['but while the payer decides about a challenge', challenged('left').request, false],
    ['but after the end', status('error').request, false],
  ] as const)(
    'the payment popup cannot be closed by a press outside, %s',
    (_, request, isBlocked) => {
      expect(isPopupBlocked(overlayVariant({ ...QUIET, request }), request)).toBe(isBlocked);
    },
  );
});
