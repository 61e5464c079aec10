/** The rules of the card form (product §5.1, §5.3, §5.4), without fields, store or screen. */
import {
  CARD_FIELD_LABELS,
  CARD_FIELDS,
  type CardField,
  type FieldState,
  type FormValidity,
} from '../../processors/fields.ts';

type FieldQuestion = { field: CardField; state: FieldState; isSubmitted: boolean };

/** What is wrong with a field, once the payer has left it or tried to pay. */
export function fieldMessage({ field, state, isSubmitted }: FieldQuestion): string | null {
  const isJudged = isSubmitted || (state.isTouched && !state.isFocused);
  if (!isJudged) return null;
  if (state.isEmpty) return `${CARD_FIELD_LABELS[field]} is required`;
  return state.isValid ? null : `${CARD_FIELD_LABELS[field]} is not valid`;
}

export function isAllClean(validity: FormValidity): boolean {
  return CARD_FIELDS.every((field) => !validity[field].isDirty);
}

export function hasEmptyFields(validity: FormValidity): boolean {
  return CARD_FIELDS.some((field) => validity[field].isEmpty);
}

export function isFormValid(validity: FormValidity): boolean {
  return CARD_FIELDS.every((field) => validity[field].isValid && !validity[field].isEmpty);
}

/** `validity` is null until the fields are there. */
export function isSubmitDisabled(validity: FormValidity | null): boolean {
  return validity === null || isAllClean(validity) || hasEmptyFields(validity);
}
