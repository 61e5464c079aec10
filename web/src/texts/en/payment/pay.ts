/**
 * The payment form, its consent texts and results. The texts are literal, including odd spellings (product §4.7).
 */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { ReactNode } from 'react';

const kinds: Record<ChargeKind, string> = { card: 'Credit card', ach: 'ACH Payment' };

const notChecked: Record<ChargeKind, string> = {
  card: "We couldn't verify the card. Please try again.",
  ach: "We couldn't verify the bank account. Please try again.",
};

type OverlayText = { title: string; text?: string };
type ResultVariant = 'loading' | 'pending' | 'success' | 'error' | 'scheduled' | 'sent';

const overlay: Record<ResultVariant, OverlayText> = {
  loading: { title: 'Initializing secure payment environment' },
  pending: { title: 'Please, dont close this window while paying' },
  success: { title: 'Payment successful!', text: 'Thank you, your payment recieved' },
  error: { title: 'Payment unsuccessful!', text: 'Something went wrong!' },
  scheduled: { title: 'Payment scheduled', text: "Thanks! You've scheduled a payment" },
  sent: {
    title: 'Your bank debit is on its way',
    text:
      'Banks usually take up to 4 business days. You can close this window. The payment shows as ' +
      "pending until then. Please don't pay again.",
  },
};

export const payTexts = {
  authorization: 'Authorization',
  tick: 'Please check the box to agree to the authorization.',
  sign: (button: string) =>
    `By selecting “${button},” you electronically sign the authorization and agree to receive it and related notices by email.`,
  readIt: 'View authorization',
  autoCharge:
    'I understand and agree that I will be automatically charged when scheduling a payment',
  saveMethod: 'Save payment method for future payments',
  processingFee: 'Processing fee',
  total: 'Total',
  kind: 'Payment type',
  kinds,
  saved: {
    one: 'Saved payment method',
    many: 'Saved payment methods',
    kinds: { card: 'Credit card', ach: 'Bank account' } satisfies Record<ChargeKind, string>,
    lastUsed: (kind: string) => `${kind} · last used`,
    obstacles: {
      expired: 'Expired',
      disputed:
        'A payment with this method was disputed. You can use it to pay now, but not for future payments.',
    },
  },
  anotherMethod: 'Another payment method',
  wallet: 'Pay with a wallet',
  orByCard: 'Or pay by card',
  notChecked,
  notConfirmed: "Your bank didn't confirm this payment.",
  confirmAgain: {
    card: 'Your card is saved. Read its authorization and confirm again to use it here.',
    ach: 'Your bank account is saved. Read its authorization and confirm again to use it here.',
  },
  challenge: {
    title: 'Waiting for your bank',
    text:
      "Your bank hasn't confirmed this payment yet. No other payment for this invoice can start until it is " +
      'confirmed or canceled.',
    continue: 'Continue with your bank',
    cancel: 'Cancel the payment',
    canceling: "We're canceling the payment. It stays pending until the cancellation is confirmed.",
    cancelingNow: 'Canceling ...',
    unconfirmed:
      'We requested the cancellation and are waiting for confirmation. You can close this window.',
    notAsked: "We couldn't request the cancellation. Please try again.",
    openedBefore:
      "Your bank's confirmation was opened before this page loaded and can't be opened again here. If you " +
      'confirmed it with your bank, this page will show the result. Otherwise, cancel the payment.',
    openedElsewhere:
      "Your bank's confirmation is open in another window. Please continue there. Without a response, the " +
      'payment is canceled after 10 minutes.',
  },
  planPart: {
    next: (ordinal: string) => `${ordinal} payment`,
    ahead: (count: number) => `The next ${count} payments`,
    rest: 'Pay the remaining balance',
  },
  overlay,
  close: 'Close',
  tryAgain: 'Try again',
  offline: "You're offline. We'll check on your payment as soon as you're back online.",
  longWait: (time: string, company: ReactNode) => [
    `This is taking longer than usual. We expect the result by ${time}. Please don't pay again. You can close ` +
      "this window. The page shows the result as soon as we have it. If it isn't there by then, contact ",
    company,
    '.',
  ],
  facts: { amount: 'Amount', from: 'From', paidWith: 'Paid with', date: 'Date' },
  scheduled: {
    date: 'Date',
    amount: 'Amount',
    fee: 'Includes processing fee',
    method: 'Payment method',
    undo: 'Until then, you can cancel it or pay earlier on the invoice page.',
    undoByLink: (company: ReactNode) => [
      'Until then, you can pay earlier here. To cancel it, sign in to your customer portal or contact ',
      company,
      '.',
    ],
  },
};
