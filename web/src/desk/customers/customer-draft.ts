/** The form draft of a customer, and the request built from it. */
import { parsePhone } from '@quittance/contract/companies/company-contact';
import { CONTACT_FIELDS, CUSTOMER_FIELDS } from '@quittance/contract/customers/fields';
import type { Language } from '@quittance/contract/language';
import type { AnswerOf } from '../api/call-types.ts';
import { changeBody, draftFrom, type FieldDraft, missingIn } from '../forms/plain-fields.ts';
import type { DraftErrors } from '../forms/use-draft.ts';
import { customersTexts } from '../texts/customers.ts';

export type Customer = AnswerOf<'getCustomer'>;

export const FIELDS = { ...CUSTOMER_FIELDS, ...CONTACT_FIELDS };

export type CustomerDraft = FieldDraft<typeof FIELDS> & {
  type: Customer['type'];
  language: Language | '';
  isTest: boolean;
  isReminded: boolean;
};

export function toDraft(customer: Customer | null): CustomerDraft {
  return {
    ...draftFrom(FIELDS, customer),
    type: customer?.type ?? 'person',
    language: customer?.language ?? '',
    isTest: customer?.isTest ?? false,
    isReminded: customer?.isReminded ?? true,
  };
}

const BUSINESS = ['businessName'] as const;
const PERSON = ['firstName', 'lastName'] as const;

export function toErrors(draft: CustomerDraft): DraftErrors {
  const names = draft.type === 'business' ? BUSINESS : PERSON;
  return missingIn(draft, customersTexts, ['customerRef', ...names]);
}

/** The names of the other type are hidden. */
function withOwnNames(draft: CustomerDraft, before: CustomerDraft): CustomerDraft {
  if (draft.type === 'person') return { ...draft, businessName: '' };
  const { firstName, lastName } = before;
  return { ...draft, firstName, lastName };
}

/** Only the differences from the stored customer, or from an empty one. */
export function toBody(draft: CustomerDraft, customer: Customer | null) {
  const before = toDraft(customer);
  const typed = withOwnNames({ ...draft, phone: parsePhone(draft.phone) }, before);
  return {
    ...changeBody(FIELDS, typed, before),
    ...(draft.language === before.language ? {} : { language: draft.language || null }),
    ...(draft.isReminded === before.isReminded ? {} : { isReminded: draft.isReminded }),
  };
}
