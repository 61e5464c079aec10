/** Validation rules of the payment form (product §5.1 to §5.4), as pure functions. */
import { uiTexts } from '#texts/site/ui';
import {
  FIELD_LABELS,
  type FieldName,
  type FieldState,
  type FormValidity,
} from '../../processors/fields.ts';

type FieldInput = {
  field: FieldName;
  state: FieldState;
  isRefused: boolean;
};

export function fieldMessage({ field, state, isRefused }: FieldInput): string | null {
  const isJudged = isRefused || (state.isTouched && !state.isFocused);
  if (!isJudged) return null;
  if (state.isEmpty) return uiTexts.isRequired(FIELD_LABELS[field]);
  return state.isValid && !isRefused ? null : uiTexts.isNotValid(FIELD_LABELS[field]);
}

function isAllClean(validity: FormValidity): boolean {
  return Object.values(validity).every(({ isDirty }) => !isDirty);
}

function hasEmptyFields(validity: FormValidity): boolean {
  return Object.values(validity).some(({ isEmpty }) => isEmpty);
}

export function isSubmitDisabled(validity: FormValidity | null): boolean {
  return validity === null || isAllClean(validity) || hasEmptyFields(validity);
}
