/**
 * Values of the details form, their validation, and their conversion to the wire format. An address is either
 * complete or absent (product §5.7); the unit is optional.
 */
import type { Address } from '@quittance/contract/customers/address';
import type {
  Customer,
  CustomerUpdate,
  DateOfBirth,
} from '@quittance/contract/customers/portal-schemas';
import { profileTexts } from '#texts/account/profile';
import { uiTexts } from '#texts/site/ui';

export type DetailsValues = {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  streetNumber: string;
  street: string;
  unit: string;
  city: string;
  state: string;
  postalCode: string;
};

export type DetailsField = keyof DetailsValues;

export const DETAILS_LABELS: Record<DetailsField, string> = profileTexts.labels;

const ADDRESS_NEEDED = ['streetNumber', 'street', 'city', 'state', 'postalCode'] as const;
const POSTAL_CODE = /^\d{5}(-\d{4})?$/;
const DATE = /^(19|20)\d{2}-\d{2}-\d{2}$/;

const pad = (value: number): string => String(value).padStart(2, '0');

export function toIso({ year, month, day }: DateOfBirth): string {
  return `${year}-${pad(month)}-${pad(day)}`;
}

export function toValues({ firstName, lastName, dateOfBirth, address }: Customer): DetailsValues {
  return {
    firstName,
    lastName,
    dateOfBirth: dateOfBirth ? toIso(dateOfBirth) : '',
    ...toAddressValues(address),
  };
}

export function toAddressValues(address: Address | null) {
  return {
    streetNumber: address?.streetNumber ?? '',
    street: address?.street ?? '',
    unit: address?.unit ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postalCode: address?.postalCode ?? '',
  };
}

function hasAddress(values: DetailsValues): boolean {
  return [...ADDRESS_NEEDED, 'unit' as const].some((field) => values[field].trim() !== '');
}

export type DetailsErrors = Partial<Record<DetailsField, string>>;

export function errorsIn(values: DetailsValues): DetailsErrors {
  const errors: DetailsErrors = {};
  const needed = hasAddress(values) ? ADDRESS_NEEDED : [];
  for (const field of ['firstName', 'lastName', ...needed] as const) {
    if (values[field].trim() === '') errors[field] = uiTexts.isRequired(DETAILS_LABELS[field]);
  }
  const isNotValid = (field: DetailsField, pattern: RegExp): void => {
    const text = values[field].trim();
    if (text !== '' && !pattern.test(text))
      errors[field] = uiTexts.isNotValid(DETAILS_LABELS[field]);
  };
  isNotValid('postalCode', POSTAL_CODE);
  isNotValid('dateOfBirth', DATE);
  return errors;
}

export function toAddress(values: DetailsValues): Address | null {
  if (!hasAddress(values)) return null;
  const part = (field: DetailsField): string => values[field].trim();
  const address = `${part('streetNumber')} ${part('street')}`;
  const unit = part('unit');
  const locality = `${part('city')}, ${part('state')} ${part('postalCode')}`;
  return {
    country: 'US',
    city: part('city'),
    state: part('state'),
    address,
    formatted_address: `${address}${unit ? `, ${unit}` : ''}, ${locality}, USA`,
    postalCode: part('postalCode'),
    streetNumber: part('streetNumber'),
    unit,
    street: part('street'),
  };
}

function parseDateOfBirth(text: string): DateOfBirth | null {
  const [year, month, day] = text.split('-').map(Number);
  return year && month && day ? { year, month, day } : null;
}

export function toUpdate(values: DetailsValues): CustomerUpdate {
  const address = toAddress(values);
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    dateOfBirth: parseDateOfBirth(values.dateOfBirth),
    address: address && { ...address, country: 'US' },
  };
}
