/** Items that need staff attention. */
import { pickPlural } from '@quittance/contract/plural';

const COUNTED_MAX = 1000;

export const attentionTexts = {
  title: 'Needs attention',
  text: 'Items that need a person, oldest first. An item disappears when it is resolved.',
  count: (count: number) => (count >= COUNTED_MAX ? `${COUNTED_MAX}+` : String(count)),
  waiting: ' waiting',
  empty: 'Nothing needs attention right now',
  emptyText: 'Held payments, returns, disputes, questions and failing settings appear here.',
  all: 'Everything',
  kinds: {
    CHARGES_HELD: 'Charges on hold',
    BROKEN_CONNECTION: 'Processor connection',
    HELD_PAYMENT: 'Held payments',
    ORPHANED_CHARGE: 'Charges without a payment',
    UNPLACED_CHARGE: 'Charges without an invoice',
    RETURNED_PAYMENT: 'Returned payments',
    DISPUTED_PAYMENT: 'Disputed payments',
    WARNED_PAYMENT: 'Warnings',
    INQUIRY: 'Questions and disputes',
    STUCK_REFUND: 'Stuck refunds',
    FAILED_REFUND: 'Failed refunds',
    UNEXPECTED_REFUND: 'Unexpected refunds',
    PAYOUT_DIFFERENCE: 'Payout differences',
    BOUNCED_MAIL: 'Bounced emails',
    FAILING_ENDPOINT: 'Failing webhooks',
    EXPIRING_METHOD: 'Expiring cards',
    SUSPENDED_SCHEDULE: 'Suspended payments',
    SUSPENDED_PLAN: 'Suspended plans',
    PAUSE_REQUEST: 'Requested pauses',
  },
  titles: {
    CHARGES_HELD: 'Automatic charges are on hold after a restore',
    BROKEN_CONNECTION: 'The connection to the processor is broken',
    HELD_PAYMENT: 'The outcome of a payment is unknown',
    ORPHANED_CHARGE: 'The processor reported a charge without a matching payment',
    UNPLACED_CHARGE: 'The processor reported a charge that matches no invoice',
    RETURNED_PAYMENT: 'A payment was returned',
    DISPUTED_PAYMENT: 'A payment is disputed at the bank',
    WARNED_PAYMENT: 'The processor warns about a payment',
    INQUIRY: 'A customer is waiting for a reply',
    STUCK_REFUND: 'The outcome of a refund is unknown',
    FAILED_REFUND: 'A refund did not reach the customer',
    UNEXPECTED_REFUND: 'More was refunded than was requested here',
    PAYOUT_DIFFERENCE: 'A payout does not match the payments recorded here',
    BOUNCED_MAIL: 'Emails to a customer bounce',
    FAILING_ENDPOINT: 'A webhook endpoint is failing',
    EXPIRING_METHOD: 'A card for upcoming charges is about to expire',
    SUSPENDED_SCHEDULE: 'A scheduled payment has no payment method',
    SUSPENDED_PLAN: 'A payment plan has no payment method',
    PAUSE_REQUEST: 'A customer asked to pause a plan',
  },
  advice: {
    CHARGES_HELD:
      'We are looking up charges that the processor made since the backup. Assign or refund those listed here. If the processor cannot list charges, compare its report first. Then resume charges.',
    BROKEN_CONNECTION:
      'Payments may fail until it works again. Check the keys and the webhook in the settings of the processor.',
    HELD_PAYMENT: 'Look it up at the processor, then record what you found.',
    ORPHANED_CHARGE:
      'It was recorded as a payment of the invoice that it names. Refund it if that is wrong, or acknowledge it.',
    UNPLACED_CHARGE:
      'Find out what it was for, then assign it to an installment or to invoices, or refund it.',
    RETURNED_PAYMENT:
      'The invoice is open again. Talk to the customer, or offer another way to pay.',
    DISPUTED_PAYMENT:
      'Open the dispute to see its deadline and submit evidence. The outcome will appear here.',
    WARNED_PAYMENT:
      'Look at the payment at the processor. A refund before a dispute avoids its fee. Otherwise acknowledge the warning.',
    INQUIRY: 'Your reply is emailed and shown on the invoice page.',
    STUCK_REFUND:
      'Look it up at the processor. If it is not there, send it again or pay it another way.',
    FAILED_REFUND: 'The money is owed to the customer. Send it again, or pay it another way.',
    UNEXPECTED_REFUND:
      'It may duplicate one of your refunds. Check it at the processor, then acknowledge it.',
    PAYOUT_DIFFERENCE:
      'Compare the item with your processor. It closes by itself when the records agree. If you have settled it, acknowledge it.',
    BOUNCED_MAIL: 'Correct the address, or contact the customer another way.',
    FAILING_ENDPOINT: 'Fix your endpoint, then resume it. Waiting events are sent right away.',
    EXPIRING_METHOD: 'The customer was notified. The charge will fail unless the card is updated.',
    SUSPENDED_SCHEDULE:
      'The customer was asked for another payment method. Cancel it if it should not continue.',
    SUSPENDED_PLAN:
      'The customer was asked for another payment method. Cancel it if it should not continue.',
    PAUSE_REQUEST: 'The customer agreed to the later dates with the request.',
  },
  /** Replaces the advice of the kind in this state of the item or, for a return, of its invoice. */
  adviceIn: {
    RETURNED_PAYMENT: {
      NO_INVOICE: 'The amount is owed again. Talk to the customer, or offer another way to pay.',
      PENDING: 'The customer has paid again, and that payment is on its way.',
      PAYMENT_EXTENSION:
        'The invoice has a scheduled payment. Acknowledge this item, or talk to the customer.',
      PAYMENT_PLAN_IN_PROGRESS:
        'The payment plan continues, and the installment is open again. Acknowledge this item, or talk to the customer.',
      DISPUTED: 'The customer disputes the invoice. Reply to the dispute first.',
      DEFAULTED: 'The invoice is written off. Acknowledge this item, or reopen the invoice.',
    },
    ORPHANED_CHARGE: {
      PENDING:
        'It was recorded as a payment of the invoice that it names, and the money is on its way. Acknowledge it if that is right.',
      FAILED: 'It has failed since, so nothing was collected. Acknowledge it.',
      RETURNED: 'The bank has returned it since, so nothing was collected. Acknowledge it.',
    },
    UNPLACED_CHARGE: {
      PENDING:
        'Find out what it is for, then assign it. It can be refunded when the money has arrived.',
      REFUND_SENT: 'The refund is on its way. This item disappears when the processor confirms it.',
    },
    STUCK_REFUND: {
      PENDING:
        'The processor accepted this refund but has not completed it. Ask the processor; the outcome will appear here.',
    },
    FAILING_ENDPOINT: {
      ACTIVE: 'Fix your endpoint. We keep trying, and no event is lost.',
    },
    EXPIRING_METHOD: {
      EXPIRED: 'The customer was notified. The next charge will fail unless the card is updated.',
    },
  },
  more: 'Show more',
  since: (moment: string) => `since ${moment}`,
  invoice: (ref: string) => `Invoice ${ref}`,
  months: (count: number) =>
    `by ${count} ${pickPlural('en', count, { one: 'month', other: 'months' })}`,
  expired: 'A card for upcoming charges has expired',
  expires: (day: string) => `expires ${day}`,
  expiredOn: (day: string) => `expired ${day}`,
  due: (day: string) => `evidence due ${day}`,
  agreed: (day: string) => `agreed for ${day}`,
  code: (code: string) => `code ${code}`,
  charge: (reference: string) => `charge ${reference}`,
  pending: 'on its way from the bank',
  refundSent: 'refund requested',
  inquiryKinds: { QUESTION: 'Question', DISPUTE: 'Dispute' },
  open: {
    payment: 'Open payment',
    invoice: 'Open invoice',
    customer: 'Open customer',
    webhooks: 'Open webhooks',
    processor: 'Open processor settings',
    differences: 'Open differences',
    dispute: 'Open dispute',
  },
  acknowledge: {
    label: 'Acknowledge',
    title: 'Acknowledge this item?',
    text: 'It is removed from the list. Say what you did about it.',
    confirm: 'Acknowledge',
    done: 'Acknowledged.',
  },
  release: {
    label: 'Resume charges',
    title: 'Resume automatic charges?',
    text: 'Scheduled payments, installments, auto-pay charges and refunds that are due will be made. Anything charged since the backup and not recorded here would be charged twice.',
    confirm: 'Resume charges',
    done: 'Charges resume.',
  },
  refundCharge: {
    label: 'Refund',
    title: 'Refund this charge?',
    text: 'The remaining amount goes back to the payer. The item is removed when the processor confirms the refund.',
    confirm: 'Refund charge',
    done: 'Refund submitted.',
  },
  assign: 'Assign',
  assignTitle: 'Assign this charge',
  assignText: (amount: string) =>
    `${amount} becomes a payment for what you choose. An amount above the balance of a single invoice is refunded to the payer.`,
  assignInvoice: 'Invoice',
  assignInvoiceHint: 'Start typing its number or the customer name.',
  assignMissing: 'Choose an invoice.',
  assignRemove: 'Remove',
  assignAnother: 'Add another invoice',
  assignAmount: 'Paid on this invoice, without the fee',
  assignAmountMissing: 'Enter an amount.',
  assignInstallmentLabel: 'Installment',
  assignInstallmentNone: 'Choose an installment',
  assignInstallment: (number: number, day: string, cost: string) => `${number} · ${day} · ${cost}`,
  assignNotFound: 'No matching invoice.',
  assignFound: (customer: string, balance: string) => `${customer} · ${balance} due`,
  assignConfirm: 'Assign charge',
  assigned: 'The charge is now a payment.',
  resume: 'Resume sending',
  resumed: 'The endpoint receives events again.',
  answer: 'Reply',
  answerTitle: 'Reply to the customer',
  answerText: 'The customer sees your reply on the invoice page and receives it by email.',
  answerReopens: 'The invoice becomes open again, and its plan or scheduled payment resumes.',
  asked: 'Customer’s message',
  erased: 'The text was erased with the person.',
  answerLabel: 'Your reply',
  answerMissing: 'Write a reply.',
  answerConfirm: 'Send reply',
  answered: 'Reply sent.',
  pause: 'Respond',
  pauseTitle: 'Pause the plan?',
  pauseText: (months: string) =>
    `All open installments move ${months}. The customer is notified of your decision by email.`,
  pauseOutcome: 'Your decision',
  grant: 'Approve',
  grantText: 'The open installments move.',
  refuse: 'Decline',
  refuseText: 'The plan does not change.',
  pauseMessage: 'Message to the customer',
  pauseConfirm: 'Send decision',
  paused: 'Decision sent.',
  cancelPlan: {
    label: 'Cancel plan',
    title: 'Cancel this payment plan?',
    text: 'The remaining balance is due immediately, without the plan fee. Auto-pay does not charge it unless the customer includes it again. The customer is notified by email.',
    confirm: 'Cancel plan',
    done: 'Plan canceled.',
  },
  cancelSchedule: {
    label: 'Cancel payment',
    title: 'Cancel this scheduled payment?',
    text: 'The invoice stays open and is not charged. Auto-pay does not charge it unless the customer includes it again. The customer is notified by email.',
    confirm: 'Cancel payment',
    done: 'Scheduled payment canceled.',
  },
};
