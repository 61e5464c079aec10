import { RETURN_TEXTS } from '@quittance/domain/dunning/decline-texts';

/** Phrases of emails by key. A queued email has only the key, because its reader's language is not known yet (R111). */
export const keyedTexts = {
  ...RETURN_TEXTS,
  plan: 'payment plan',
  schedule: 'scheduled payment',
  methodRemoved: 'The payment method was removed.',
  methodGone: 'The payment method is no longer available. Please choose another one.',
  notAuthorized: 'The authorization for this payment is no longer valid. Please confirm it again.',
  notPayable: 'The invoice has changed since the payment was scheduled.',
  contested:
    "This invoice was disputed, so it won't be paid automatically. You can pay it yourself.",
  autoPayOff: 'Auto-pay was changed.',
  dueDateMoved: 'The due date of the invoice has changed.',
  amountChanged: 'The amount of the invoice has changed since the payment was scheduled.',
  noDebits: "Your bank says this account can't be debited. Please choose another method.",
  cardDisputed: 'A payment with this card was disputed. Please choose another method.',
  notAuthorizedDebit:
    "Your bank says you didn't authorize a debit. Please contact us before you continue.",
  debitsRevoked:
    'You revoked the authorization for debits from this account. Please choose another method.',
  methodNotSaved:
    "We received your first payment but couldn't save your payment method for the next ones.",
  scheduleWithoutMethod:
    "You didn't choose another payment method in time. We won't make the scheduled payment.",
  planWithoutMethod: "You didn't choose another payment method in time. The plan has ended.",
  planMissed: "A missed payment wasn't made up in time, so the plan has ended.",
  canceledByCompany: 'The company canceled your payment plan.',
  canceledByPayer: 'You canceled your payment plan.',
  move: 'You changed the date of a plan payment.',
  skip: 'You skipped a plan payment.',
  day: 'You changed the payment day of your plan.',
  shorten: 'You shortened your plan.',
  pause: 'Your plan is paused.',
  pauseRefused: "Your plan can't be paused. Its payments stay as agreed.",
  'contact.added': 'A contact was added.',
  'contact.changed': 'A contact was changed.',
  'contact.removed': 'A contact was removed.',
  'copy_contact.added': 'A recipient of copies was added.',
  'copy_contact.changed': 'A recipient of copies was changed.',
  'copy_contact.removed': 'A recipient of copies was removed.',
  bounced: 'The bank returned it.',
  error: 'It was recorded by mistake.',
} as const;

export type TextKey = keyof typeof keyedTexts;
