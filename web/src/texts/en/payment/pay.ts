/** The payment form, its consent texts and results. Literal, odd spellings included (product §4.7). */
import type { ChargeKind } from '@quittance/contract/vocabulary';

const kinds: Record<ChargeKind, string> = { card: 'Credit card', ach: 'ACH Payment' };

const notChecked: Record<ChargeKind, string> = {
  card: 'The card could not be checked. Please try again.',
  ach: 'The bank account could not be checked. Please try again.',
};

type OverlayText = { title: string; text?: string };
type Shown = 'loading' | 'pending' | 'success' | 'error' | 'scheduled' | 'sent';

const overlay: Record<Shown, OverlayText> = {
  loading: { title: 'Initializing secure payment environment' },
  pending: { title: 'Please, dont close this window while paying' },
  success: { title: 'Payment successful!', text: 'Thank you, your payment recieved' },
  error: { title: 'Payment unsuccessful!', text: 'Something went wrong!' },
  scheduled: { title: 'Payment scheduled', text: "Thanks! You've scheduled a payment" },
  sent: {
    title: 'Your bank debit is on its way',
    text:
      'Banks usually take up to 4 business days. You can close this window: the page shows it as ' +
      'pending until then, and you will not be charged twice.',
  },
};

export const payTexts = {
  authorization: 'Authorization',
  agreeBy: {
    paying: 'By paying you agree to the authorization.',
    confirming: 'By confirming you agree to the authorization.',
  },
  readIt: 'Read it',
  autoCharge:
    'I understand and agree that I will be automatically charged when scheduling a payment',
  saveMethod: 'Save payment method for future payments',
  processingFee: 'Processing fee',
  total: 'Total',
  kind: 'Kind of payment',
  kinds,
  saved: {
    one: 'Saved payment method',
    many: 'Saved payment methods',
    kinds: { card: 'Credit card', ach: 'Bank account' } satisfies Record<ChargeKind, string>,
    lastUsed: (kind: string) => `${kind} · last used`,
    obstacles: {
      expired: 'Expired',
      disputed:
        'A payment with it was disputed. You can use it to pay now, but not for later payments.',
    },
  },
  anotherMethod: 'Another payment method',
  wallet: 'Pay with a wallet',
  orByCard: 'Or pay by card',
  notChecked,
  notConfirmed: 'Your bank did not confirm this payment.',
  confirmAgain: {
    card: 'The card is saved. Please read its authorization and confirm once more to use it here.',
    ach: 'The bank account is saved. Please read its authorization and confirm once more to use it here.',
  },
  challenge: {
    title: 'Waiting for your bank',
    text:
      'This payment is neither confirmed by your bank nor canceled yet. It holds the amount due until one of ' +
      'the two is certain, so that you cannot be charged twice.',
    continue: 'Continue with your bank',
    cancel: 'Cancel the payment',
    canceling: 'We are asking for the cancellation. The payment ends only when it is confirmed.',
    cancelingNow: 'Canceling ...',
    unconfirmed:
      'The cancellation was requested and is not confirmed yet. We keep asking, and you can close this window.',
    notAsked: 'The cancellation could not be requested. Please try again.',
    openedBefore:
      'The confirmation with your bank was opened before this page was loaded and cannot be opened again ' +
      'here. If you confirmed it with your bank, this page shows the result. Otherwise cancel the payment.',
    openedElsewhere:
      'The confirmation with your bank was opened in another window. Please continue there. Without an ' +
      'answer the payment is canceled after 10 minutes.',
  },
  planPart: { next: (ordinal: string) => `${ordinal} payment`, rest: 'Pay the rest' },
  overlay,
  close: 'Close',
  tryAgain: 'Try again',
  offline: 'You are offline. As soon as the connection is back we ask what became of the payment.',
  longWait:
    'This takes longer than usual. You will not be charged twice, and the page shows the result as ' +
    'soon as it is known, even if you close this window.',
  facts: { amount: 'Amount', from: 'From', paidWith: 'Paid with', date: 'Date' },
  scheduled: {
    date: 'Date',
    amount: 'Amount',
    fee: 'Of that, processing fee',
    method: 'Payment method',
    undo: 'Until that day you can cancel it, or pay earlier, on the page of the invoice.',
    undoByLink: (company: string) =>
      'Until that day you can pay earlier here. To cancel it, sign in to your customer portal or ' +
      `contact ${company}.`,
  },
};
