import { date, FIXED, type FieldList, REF_MAX, REQUIRED, TODAY, text } from '../fields.ts';

export const NAME_MAX = 200;

const NAME = { ...text(NAME_MAX), about: 'Name shown to the customer.' } as const;

export const PROJECT_FIELDS = {
  projectRef: { ...text(REF_MAX), ...FIXED, about: 'Project number.' },
  name: { ...NAME, ...REQUIRED, column: 'projectName' },
  startedOn: { ...date, ...TODAY, about: 'Start date of the project.' },
} as const satisfies FieldList;

export const ORDER_FIELDS = {
  orderRef: { ...text(REF_MAX), ...FIXED, about: 'Order number.' },
  name: { ...NAME, ...FIXED },
} as const satisfies FieldList;

export const ESTIMATE_FIELDS = {
  estimateRef: { ...text(REF_MAX), ...FIXED, about: 'Estimate number.' },
  memo: { ...text(NAME_MAX), ...FIXED, about: 'Subject of the estimate.' },
  expiresOn: { ...date, ...FIXED, about: 'Last day on which the estimate can be accepted.' },
} as const satisfies FieldList;

export const CONTRACT_FIELDS = {
  contractRef: { ...text(REF_MAX), ...FIXED, about: 'Contract number.' },
  typeName: { ...text(NAME_MAX), ...FIXED, about: 'Contract type.' },
  signedOn: { ...date, ...TODAY, about: 'Date on which the contract was signed.' },
} as const satisfies FieldList;
