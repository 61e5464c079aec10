/** Plain fields of projects, of their orders and estimates, and of contracts. */
import { date, FIXED, type FieldList, REF_MAX, REQUIRED, TODAY, text } from '../fields.ts';

export const NAME_MAX = 200;

const NAME = { ...text(NAME_MAX), about: 'Name shown to the customer.' } as const;

export const PROJECT_FIELDS = {
  projectRef: { ...text(REF_MAX), ...FIXED, about: 'The number of the project.' },
  name: { ...NAME, ...REQUIRED, column: 'projectName' },
  startedOn: { ...date, ...TODAY, about: 'When the project began.' },
} as const satisfies FieldList;

export const ORDER_FIELDS = {
  orderRef: { ...text(REF_MAX), ...FIXED, about: 'The number of the order.' },
  name: { ...NAME, ...FIXED },
} as const satisfies FieldList;

export const ESTIMATE_FIELDS = {
  estimateRef: { ...text(REF_MAX), ...FIXED, about: 'The number of the estimate.' },
  memo: { ...text(NAME_MAX), ...FIXED, about: 'What the estimate is for.' },
  expiresOn: { ...date, ...FIXED, about: 'The last day on which it can be accepted.' },
} as const satisfies FieldList;

export const CONTRACT_FIELDS = {
  contractRef: { ...text(REF_MAX), ...FIXED, about: 'The number of the contract.' },
  typeName: { ...text(NAME_MAX), ...FIXED, about: 'What kind of contract it is.' },
  signedOn: { ...date, ...TODAY, about: 'When the contract was signed.' },
} as const satisfies FieldList;
