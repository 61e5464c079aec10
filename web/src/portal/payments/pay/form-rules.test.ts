import { describe, expect, it } from 'vitest';
import { CARD_FIELDS, type FieldState, type FormValidity } from '../../processors/fields.ts';
import { fieldMessage, isSubmitDisabled } from './form-rules.ts';

const CLEAN: FieldState = {
  isEmpty: true,
  isDirty: false,
  isTouched: false,
  isFocused: false,
  isValid: false,
};
const FILLED: FieldState = { ...CLEAN, isEmpty: false, isDirty: true, isValid: true };
const WRONG: FieldState = { ...FILLED, isTouched: true, isValid: false };

const form = (changes: Partial<FormValidity>, rest: FieldState = FILLED): FormValidity => ({
  cardHolder: rest,
  cardNumber: rest,
  expiry: rest,
  cvc: rest,
  ...changes,
});

describe('Card form (product §5.1, §5.3)', () => {
  it.each([
    ['cardHolder', 'Card holder name is required'],
    ['cardNumber', 'Card number is required'],
    ['expiry', 'Expiry date is required'],
    ['cvc', 'CVC is required'],
  ] as const)('the card form requires %s after the field was left empty', (field, message) => {
    const state = { ...CLEAN, isTouched: true };
    expect(fieldMessage({ field, state, isRefused: false })).toBe(message);
  });

  it.each([
    ['cardNumber', 'Card number is not valid'],
    ['expiry', 'Expiry date is not valid'],
    ['cvc', 'CVC is not valid'],
  ] as const)('the card form reports an invalid %s', (field, message) => {
    expect(fieldMessage({ field, state: WRONG, isRefused: false })).toBe(message);
  });

  it('the card form does not validate a field during typing or before the first visit', () => {
    const typing = { ...WRONG, isFocused: true };
    expect(fieldMessage({ field: 'cvc', state: typing, isRefused: false })).toBeNull();
    expect(fieldMessage({ field: 'cvc', state: CLEAN, isRefused: false })).toBeNull();
    expect(fieldMessage({ field: 'cvc', state: CLEAN, isRefused: true })).toBe('CVC is required');
  });
});

describe('ACH form (product §5.2)', () => {
  it.each([
    ['routingNumber', 'Routing number is required', 'Routing number is not valid'],
    ['accountNumber', 'Account number is required', 'Account number is not valid'],
    ['firstName', 'First name is required', 'First name is not valid'],
    ['lastName', 'Last name is required', 'Last name is not valid'],
  ] as const)('the ACH form reports the error of %s', (field, required, notValid) => {
    const left = { ...CLEAN, isTouched: true };
    expect(fieldMessage({ field, state: left, isRefused: false })).toBe(required);
    expect(fieldMessage({ field, state: WRONG, isRefused: false })).toBe(notValid);
  });

  it('the ACH form shows the processor error even for a field that looks valid', () => {
    const input = { field: 'routingNumber', state: FILLED } as const;
    expect(fieldMessage({ ...input, isRefused: false })).toBeNull();
    expect(fieldMessage({ ...input, isRefused: true })).toBe('Routing number is not valid');
  });
});

describe('Submit button (product §5.4)', () => {
  it('the submit button is disabled until the fields are loaded', () => {
    expect(isSubmitDisabled(null)).toBe(true);
  });

  it('the submit button is disabled while the form is untouched', () => {
    expect(isSubmitDisabled(form({}, CLEAN))).toBe(true);
    expect(isSubmitDisabled(form({}, { ...FILLED, isDirty: false }))).toBe(true);
  });

  it.each(CARD_FIELDS)('the submit button is disabled while %s is empty', (field) => {
    expect(isSubmitDisabled(form({ [field]: { ...FILLED, isEmpty: true } }))).toBe(true);
  });

  it('the submit button is enabled once all fields are filled in, valid or not', () => {
    expect(isSubmitDisabled(form({}))).toBe(false);
    expect(isSubmitDisabled(form({ cvc: WRONG }))).toBe(false);
  });
});
