/** What is typed about a customer, and what is sent of it. */
import type { Language } from '@quittance/contract/language';
import type { AnswerOf } from '../api/call-types.ts';
import { missingIn } from '../forms/missing-in.ts';
import type { DraftErrors } from '../forms/use-draft.ts';
import { customersTexts } from '../texts/customers.ts';

export type Customer = AnswerOf<'getCustomer'>;

export type CustomerDraft = {
  type: Customer['type'];
  firstName: string;
  lastName: string;
  businessName: string;
  customerRef: string;
  email: string;
  phone: string;
  language: Language | '';
  isTest: boolean;
};

export function draftOf(customer: Customer | null): CustomerDraft {
  return {
    type: customer?.type ?? 'person',
    firstName: customer?.firstName ?? '',
    lastName: customer?.lastName ?? '',
    businessName: customer?.businessName ?? '',
    customerRef: customer?.customerRef ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    language: customer?.language ?? '',
    isTest: customer?.isTest ?? false,
  };
}

const BUSINESS = ['businessName'] as const;
const PERSON = ['firstName', 'lastName'] as const;

export function errorsOf(draft: CustomerDraft): DraftErrors {
  const names = draft.type === 'business' ? BUSINESS : PERSON;
  return missingIn(draft, customersTexts, ['customerRef', ...names]);
}

const orNull = (text: string): string | null => text.trim() || null;

export function bodyOf(draft: CustomerDraft) {
  const names =
    draft.type === 'business'
      ? { businessName: draft.businessName.trim() }
      : { businessName: null, firstName: draft.firstName.trim(), lastName: draft.lastName.trim() };
  return {
    ...names,
    customerRef: draft.customerRef.trim(),
    email: orNull(draft.email),
    phone: orNull(draft.phone),
    language: draft.language === '' ? null : draft.language,
  };
}
