/**
 * What each processor draws for a card and for a bank account. Known before its code is loaded,
 * because the places for its frames have to be on the page first.
 */
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';
import { BANK_FIELDS, CARD_FIELDS, type FieldName, WHOLE_FORM } from './fields.ts';

export type FieldLayout = {
  /** In the order they are filled in. */
  hosted: readonly FieldName[];
  /** Asked in inputs of our own, where the processor has no field for it. */
  own: readonly OwnField[];
};

export const OWN_FIELDS = ['firstName', 'lastName'] as const satisfies readonly FieldName[];
export type OwnField = (typeof OWN_FIELDS)[number];

const WHOLE: FieldLayout = { hosted: [WHOLE_FORM], own: [] };
const CARD: FieldLayout = { hosted: CARD_FIELDS, own: [] };

export const LAYOUTS: Record<ProcessorName, Record<ChargeKind, FieldLayout>> = {
  stripe: { card: WHOLE, ach: WHOLE },
  payengine: { card: CARD, ach: { hosted: BANK_FIELDS, own: [] } },
  fiserv: { card: CARD, ach: { hosted: ['routingNumber', 'accountNumber'], own: OWN_FIELDS } },
};
