import { dateTexts } from '@quittance/contract/texts/en/dates';
import { createFacts } from '../facts.ts';
import { keyedTexts } from './keyed-texts.ts';

export const { toText, listFacts } = createFacts({
  labels: {
    receiptNumber: 'Receipt',
    invoiceRef: 'Invoice',
    invoiceRefs: 'Invoices',
    productName: 'For',
    amountCents: 'Amount',
    feeBeforeCents: 'Previous processing fee',
    feeCents: 'Processing fee',
    totalBeforeCents: 'Previous total',
    totalCents: 'Total',
    remainingCents: 'Balance due',
    date: 'Date',
    chargeOn: 'Date',
    dueOn: 'Due',
    nextTryOn: 'Next attempt',
    endsOn: 'Choose by',
    method: 'Payment method',
    reason: 'Reason',
    reversal: 'Reason',
  },
  dates: dateTexts,
  keyedTexts,
  reason: (recorded) => recorded,
  method: (label) => label,
});
