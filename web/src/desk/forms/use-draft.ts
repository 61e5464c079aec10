/** The draft of a form. Its errors are shown from the first attempt to submit. */
import { useState } from 'react';
import { type Failure, toFieldError } from '../api/failure.ts';

/** Keyed by field, with the server's names. */
export type DraftErrors = Readonly<Record<string, string>>;

export type DraftForm<Draft> = {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  toError: (field: string) => string | undefined;
  check: () => boolean;
};

type DraftParts<Draft> = {
  first: Draft | (() => Draft);
  toErrors: (draft: Draft) => DraftErrors;
  failure: Failure | null;
};

export function useDraft<Draft extends object>({
  first,
  toErrors,
  failure,
}: DraftParts<Draft>): DraftForm<Draft> {
  const [draft, setDraft] = useState(first);
  const [isChecked, setIsChecked] = useState(false);
  const own = toErrors(draft);
  return {
    draft,
    set: (part) => setDraft((before) => ({ ...before, ...part })),
    toError: (field) => (isChecked ? own[field] : undefined) ?? toFieldError(failure, field),
    check: () => {
      setIsChecked(true);
      return Object.keys(own).length === 0;
    },
  };
}
