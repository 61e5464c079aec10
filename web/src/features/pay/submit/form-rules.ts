/** The rules of the payment form (product §5.1 to §5.4), without fields, store or screen. */
import { uiTexts } from '#texts/site/ui';
import {
  FIELD_LABELS,
  type FieldName,
  type FieldState,
  type FormValidity,
} from '../../../processors/fields.ts';

type FieldInput = {
  field: FieldName;
  state: FieldState;
  /** The processor did not take what is in it at the last try. */
  isRefused: boolean;
};

/** What is wrong with a field, once the payer has left it or tried to pay. */
export function fieldMessage({ field, state, isRefused }: FieldInput): string | null {
  const isJudged = isRefused || (state.isTouched && !state.isFocused);
  if (!isJudged) return null;
  if (state.isEmpty) return uiTexts.isRequired(FIELD_LABELS[field]);
  return state.isValid && !isRefused ? null : uiTexts.isNotValid(FIELD_LABELS[field]);
}

export function isAllClean(validity: FormValidity): boolean {
  return Object.values(validity).every(({ isDirty }) => !isDirty);
}

export function hasEmptyFields(validity: FormValidity): boolean {
  return Object.values(validity).some(({ isEmpty }) => isEmpty);
}

/** `validity` is null until the fields are there. */
export function isSubmitDisabled(validity: FormValidity | null): boolean {
  return validity === null || isAllClean(validity) || hasEmptyFields(validity);
}
