/**
 * The draft of the company's settings, beside the values that it began with. Typed values stay until they are saved
 * or discarded. Only what was changed is sent, so that a colleague's change of another setting stays.
 */
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { AnswerOf, CallInput } from '../api/call-types.ts';
import { type Action, useAction } from '../api/use-action.ts';
import { isEmpty } from '../forms/plain-fields.ts';
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

type Values = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The server merges the fields of a group, too. */
export function changedFields(body: Values, before: Values): Values {
  const changes = Object.entries(body).map(([name, value]) => {
    const old = before[name];
    if (isGroup(value) && isGroup(old)) {
      const group = changedFields(value, old);
      return [name, isEmpty(group) ? undefined : group] as const;
    }
    return [name, JSON.stringify(value) === JSON.stringify(old) ? undefined : value] as const;
  });
  return Object.fromEntries(changes.filter(([, value]) => value !== undefined));
}

export function useCompanyForm<Draft extends object>({
  company,
  toDraft,
  onSaved,
}: FormOf<Draft>): CompanyForm<Draft> {
  const action = useAction('changeCompany');
  const [before, setBefore] = useState(company);
  const stored = toDraft(before);
  const [draft, setDraft] = useState(stored);
  const begin = (from: Company): void => {
    setBefore(from);
    setDraft(toDraft(from));
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  // A colleague's change is shown while nothing is typed.
  if (company !== before && !isChanged) begin(company);
  const save = async (body: CompanyBody): Promise<void> => {
    const changes = changedFields(body, before);
    if (isEmpty(changes)) return begin(before);
    const result = await action.run({ body: changes });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: settingsTexts.saved });
    onSaved(result.answer);
    begin(result.answer);
  };
  return {
    draft,
    set: (part) => setDraft((before) => ({ ...before, ...part })),
    isChanged,
    action,
    save: (body) => void save(body),
    reset: () => {
      action.clear();
      begin(company);
    },
  };
}
