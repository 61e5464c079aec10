/** What is typed into a form. What is wrong with it is said from the first try to send it on. */
import { useState } from 'react';
import { type Failure, toFieldError } from '../api/failure.ts';

/** By field, as the server names it. */
export type DraftErrors = Readonly<Record<string, string>>;

export type DraftForm<Draft> = {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  toError: (field: string) => string | undefined;
  /** Whether it can be sent. */
  check: () => boolean;
};

type DraftParts<Draft> = {
  first: Draft | (() => Draft);
  toErrors: (draft: Draft) => DraftErrors;
  /** What the server refused. */
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
