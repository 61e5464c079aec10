/**
 * The draft of the company's settings, beside the stored values. Typed values stay until they are saved or
 * discarded.
 */
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { AnswerOf, CallInput } from '../api/call-types.ts';
import { type Action, useAction } from '../api/use-action.ts';
import { settingsTexts } from '../texts/settings.ts';

export type Company = AnswerOf<'getCompany'>;
export type CompanyBody = CallInput<'changeCompany'>['body'];

export type CompanyForm<Draft> = {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  isChanged: boolean;
  action: Action<'changeCompany'>;
  save: (body: CompanyBody) => void;
  reset: () => void;
};

type FormOf<Draft> = {
  company: Company;
  toDraft: (company: Company) => Draft;
  onSaved: (company: Company) => void;
};

export function useCompanyForm<Draft extends object>({
  company,
  toDraft,
  onSaved,
}: FormOf<Draft>): CompanyForm<Draft> {
  const action = useAction('changeCompany');
  const stored = toDraft(company);
  const [draft, setDraft] = useState(stored);
  const save = async (body: CompanyBody): Promise<void> => {
    const result = await action.run({ body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: settingsTexts.saved });
    setDraft(toDraft(result.answer));
    onSaved(result.answer);
  };
  return {
    draft,
    set: (part) => setDraft((before) => ({ ...before, ...part })),
    isChanged: JSON.stringify(draft) !== JSON.stringify(stored),
    action,
    save: (body) => void save(body),
    reset: () => {
      action.clear();
      setDraft(stored);
    },
  };
}
