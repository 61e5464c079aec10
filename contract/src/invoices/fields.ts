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
  accountRef: { ...text(REF_MAX), ...FIXED, about: 'Invoice number.', flag: 'number' },
  externalRef,
  productName: { ...text(200), ...REQUIRED, about: 'Title shown to the payer.', flag: 'title' },
  description: {
    ...text(500),
    ...OPTIONAL,
    about: 'Sentence shown below the title.',
    flag: 'description',
  },
  poNumber: { ...text(REF_MAX), ...OPTIONAL, about: "Payer's purchase order number.", flag: 'po' },
  note: { ...text(2000), ...OPTIONAL, about: 'Note to the payer.', flag: 'note' },
  dueDate: {
    ...date,
    about: 'Due date. The invoice becomes overdue the next day.',
    column: 'dueOn',
    create: 'required',
    change: 'untouched',
    flag: 'due',
  },
  openedDate: {
    ...date,
    ...TODAY,
    about: 'Invoice date.',
    column: 'openedOn',
    flag: 'opened',
  },
} as const satisfies FieldList;
