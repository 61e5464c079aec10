/**
 * The fields of each processor for a card and for a bank account. Known before its code is loaded, because
 * the containers of its frames must be on the page first.
 */
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';
import { BANK_FIELDS, CARD_FIELDS, type FieldName, WHOLE_FORM } from './fields.ts';

export type FieldLayout = {
  /** In the order of input. */
  hosted: readonly FieldName[];
  /** Our own inputs, where the processor has no field. */
  own: readonly OwnField[];
  /** A wallet button may appear above the fields. */
  hasWallet: boolean;
};

export const OWN_FIELDS = ['firstName', 'lastName'] as const satisfies readonly FieldName[];
export type OwnField = (typeof OWN_FIELDS)[number];

const PLAIN = { own: [], hasWallet: false } as const;
const WHOLE: FieldLayout = { ...PLAIN, hosted: [WHOLE_FORM] };
const CARD: FieldLayout = { ...PLAIN, hosted: CARD_FIELDS };
const ROUTED = ['routingNumber', 'accountNumber'] as const satisfies readonly FieldName[];

export const LAYOUTS: Record<ProcessorName, Record<ChargeKind, FieldLayout>> = {
  stripe: { card: { ...WHOLE, hasWallet: true }, ach: WHOLE },
  payengine: { card: CARD, ach: { ...PLAIN, hosted: BANK_FIELDS } },
  fiserv: { card: CARD, ach: { ...PLAIN, hosted: ROUTED, own: OWN_FIELDS } },
};
