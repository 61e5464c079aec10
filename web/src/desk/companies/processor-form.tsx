// The settings of the processor account, from the processor's list of fields. They are checked when they are saved.

import type { ProcessorState } from '@quittance/contract/companies/settings-schemas';
import {
  isNamedField,
  isSecretField,
  type ProcessorField,
  settingProblems,
} from '@quittance/contract/processors/processor-fields';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { failureTexts } from '../texts/failures.ts';
import { processorTexts } from '../texts/processors.ts';

type Draft = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, ProcessorField>>;

function toStored({ processorData }: ProcessorState, name: string): string {
  if (isSecretField(name)) return '';
  const value = isNamedField(name) ? processorData[name] : processorData.settings[name];
  return value ?? '';
}

function toDraft(fields: Fields, state: ProcessorState): Draft {
  const texts = Object.entries(fields).map(([name, { options }]) => [
    name,
    toStored(state, name) || (options?.[0] ?? ''),
  ]);
  return Object.fromEntries(texts);
}

const isStoredSecret = ({ hasKey, hasWebhookSecret }: ProcessorState, name: string): boolean =>
  (name === 'processorKey' && hasKey) || (name === 'webhookSecret' && hasWebhookSecret);

/** Sends only what was changed. An emptied field removes its setting; an empty secret is kept. */
function toChange(fields: Fields, draft: Draft, state: ProcessorState) {
  const changed = Object.entries(fields).flatMap(([name, { options }]) => {
    const value = draft[name]?.trim() ?? '';
    const stored = toStored(state, name);
    const isDefault = stored === '' && value === options?.[0] && !fields[name]?.isRequired;
    return value === stored || isDefault ? [] : [[name, value === '' ? null : value] as const];
  });
  return Object.fromEntries(changed);
}

/** Only the server knows the stored secrets and the usual script. */
function toErrors(state: ProcessorState, draft: Draft): Readonly<Record<string, string>> {
  const description = PROCESSOR_DESCRIPTIONS[state.processor];
  const values = Object.entries(draft).map(([name, text]) => [name, text.trim() || null]);
  const isUnknown = (field: string) =>
    (draft[field]?.trim() ?? '') === '' && (isStoredSecret(state, field) || field === 'scriptUrl');
  const problems = settingProblems(
    { ...description, toProblems: () => [] },
    Object.fromEntries(values),
  ).filter(({ field }) => !isUnknown(field));
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}

type ProcessorFormProps = { state: ProcessorState; onSaved: (state: ProcessorState) => void };

export function ProcessorForm({ state, onSaved }: ProcessorFormProps) {
  const texts = processorTexts;
  const { processor } = state;
  const { fields } = PROCESSOR_DESCRIPTIONS[processor];
  const [draft, setDraft] = useState(() => toDraft(fields, state));
  const [isChecked, setIsChecked] = useState(false);
  const action = useAction('changeProcessor');
  const change = toChange(fields, draft, state);
  const errors = isChecked ? toErrors(state, draft) : {};
  const save = async (): Promise<void> => {
    setIsChecked(true);
    if (Object.keys(toErrors(state, draft)).length > 0) return;
    const result = await action.run({ params: { processor }, body: change });
    if (!result.isOk) return;
    setDraft(toDraft(fields, result.answer));
    setIsChecked(false);
    showToast({ tone: 'success', text: texts.saved });
    onSaved(result.answer);
  };
  const reset = (): void => {
    setDraft(toDraft(fields, state));
    setIsChecked(false);
    action.clear();
  };
  const input = ([name, field]: [string, ProcessorField]) => (
    <FieldControl
      key={name}
      field={field}
      isSecret={isSecretField(name)}
      isStored={isStoredSecret(state, name)}
      error={errors[name] ?? toFieldError(action.failure, name)}
      value={draft[name] ?? ''}
      onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
    />
  );
  const all = Object.entries(fields);
  const advanced = all.filter(([, { isAdvanced }]) => isAdvanced);
  return (
    <Section title={texts.settings} text={texts.settingsText}>
      <FieldGrid>{all.filter(([, { isAdvanced }]) => !isAdvanced).map(input)}</FieldGrid>
      <Expandable section={texts.advanced}>
        <Stack gap={4}>{advanced.map(input)}</Stack>
      </Expandable>
      <SaveBar
        isChanged={Object.keys(change).length > 0}
        isRunning={action.isRunning}
        failure={action.failure}
        error={Object.keys(errors).length > 0 ? failureTexts.checkFields : undefined}
        onSave={() => void save()}
        onReset={reset}
      />
    </Section>
  );
}

type FieldControlProps = {
  field: ProcessorField;
  isSecret: boolean;
  isStored: boolean;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

function FieldControl({ field, isSecret, isStored, error, value, onChange }: FieldControlProps) {
  const { label, about, options, isRequired = false } = field;
  if (options) {
    return (
      <Select
        label={label}
        options={options.map((option) => ({ value: option, label: option }))}
        value={value}
        onValueChange={onChange}
      />
    );
  }
  return (
    <Input
      label={label}
      hint={isStored ? processorTexts.keepSecret : about}
      isOptional={!isRequired}
      type={isSecret ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      error={error}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
