/** The errors of fields that are empty, and have to be filled in. */
import { formTexts } from '../texts/forms.ts';
import type { DraftErrors } from './use-draft.ts';

export function missingIn<Name extends string>(
  draft: Readonly<Record<Name, string>>,
  labels: Readonly<Record<Name, string>>,
  names: readonly Name[],
): DraftErrors {
  const empty = names.filter((name) => draft[name].trim() === '');
  return Object.fromEntries(empty.map((name) => [name, formTexts.missing(labels[name])]));
}
