/** Plain fields of an invoice. */
import {
  date,
  externalRef,
  FIXED,
  type FieldList,
  OPTIONAL,
  REF_MAX,
  REQUIRED,
  TODAY,
  text,
} from '../fields.ts';

export const INVOICE_FIELDS = {
  accountRef: { ...text(REF_MAX), ...FIXED, about: 'The number on the invoice.', flag: 'number' },
  externalRef,
  productName: { ...text(200), ...REQUIRED, about: 'Title shown to the payer.', flag: 'title' },
  description: {
    ...text(500),
    ...OPTIONAL,
    about: 'A sentence below the title.',
    flag: 'description',
  },
  poNumber: { ...text(REF_MAX), ...OPTIONAL, about: "The payer's purchase order.", flag: 'po' },
  note: { ...text(2000), ...OPTIONAL, about: 'A text for the payer.', flag: 'note' },
  dueDate: {
    ...date,
    about: 'The last day on which it is not overdue.',
    column: 'dueOn',
    create: 'required',
    change: 'untouched',
    flag: 'due',
  },
  openedDate: {
    ...date,
    ...TODAY,
    about: "The invoice's date.",
    column: 'openedOn',
    aliases: ['openedAt'],
    flag: 'opened',
  },
} as const satisfies FieldList;
