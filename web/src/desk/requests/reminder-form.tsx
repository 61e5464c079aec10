// The days on which customers are reminded of an open invoice.

import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@quittance/contract/language';
import type { ReminderSettings } from '@quittance/contract/requests/reminder-schemas';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Switch } from '../../shared/ui/form/switch.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { remindersTexts, settingsTexts } from '../texts/settings.ts';
import { MailPreview, useSettled } from './mail-preview.tsx';

type FormProps = { settings: ReminderSettings; onSaved: (settings: ReminderSettings) => void };

type Step = { day: number; text: string };

const toDraft = ({ isActive, days, note, texts }: ReminderSettings) => ({
  isActive,
  steps: days
    .toSorted((one, other) => one - other)
    .map((day): Step => ({ day, text: texts.find((own) => own.day === day)?.note ?? '' })),
  note: note ?? '',
});

const CHOICES = [-14, -7, -3, -1, 0, 1, 3, 7, 14, 30, 60, 90];
const STEPS_MAX = 10;
const FIRST_DAY = -3;

export function ReminderForm({ settings, onSaved }: FormProps) {
  const texts = remindersTexts;
  const action = useAction('putReminderSettings');
  const [draft, setDraft] = useState(() => toDraft(settings));
  const { steps } = draft;
  const days = steps.map(({ day }) => day);
  const free = CHOICES.filter((day) => !days.includes(day));
  const next = free.find((day) => day >= (days.at(-1) ?? FIRST_DAY)) ?? free[0];
  const setSteps = (changed: Step[]): void =>
    setDraft({ ...draft, steps: changed.toSorted((one, other) => one.day - other.day) });
  const save = async (): Promise<void> => {
    const own = steps.map(({ day, text }) => ({ day, note: text.trim() }));
    const body = {
      isActive: draft.isActive,
      days,
      note: draft.note.trim() || null,
      texts: own.filter(({ note }) => note !== ''),
    };
    const result = await action.run({ body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: settingsTexts.saved });
    setDraft(toDraft(result.answer));
    onSaved(result.answer);
  };
  return (
    <>
      <Section title={texts.reminders}>
        <Switch
          label={texts.isActive}
          text={texts.isActiveText}
          isOn={draft.isActive}
          onChange={(isActive) => setDraft({ ...draft, isActive })}
        />
        {steps.map((step) => (
          <ReminderStep
            key={step.day}
            step={step}
            free={free}
            onChange={(changed) => setSteps(steps.map((one) => (one === step ? changed : one)))}
            onRemove={() => setSteps(steps.filter((one) => one !== step))}
          />
        ))}
        {steps.length < STEPS_MAX && next !== undefined && (
          <div>
            <Button
              variant="secondary"
              icon="plus"
              onClick={() => setSteps([...steps, { day: next, text: '' }])}
            >
              {texts.addStep}
            </Button>
          </div>
        )}
        <Input
          label={texts.note}
          isOptional
          hint={texts.noteHint}
          maxLength={500}
          error={toFieldError(action.failure, 'note')}
          value={draft.note}
          onChange={({ currentTarget }) => setDraft({ ...draft, note: currentTarget.value })}
        />
        <SaveBar
          isChanged={JSON.stringify(draft) !== JSON.stringify(toDraft(settings))}
          isRunning={action.isRunning}
          failure={action.failure}
          onSave={() => void save()}
          onReset={() => setDraft(toDraft(settings))}
        />
      </Section>
      <ReminderPreview steps={steps} note={draft.note} />
    </>
  );
}

type ReminderStepProps = {
  step: Step;
  free: readonly number[];
  onChange: (step: Step) => void;
  onRemove: () => void;
};

/** A day that was set through the API and is not among the choices stays as it is. */
function ReminderStep({ step, free, onChange, onRemove }: ReminderStepProps) {
  const texts = remindersTexts;
  const when = dayName(step.day);
  const choices = [...free, step.day].toSorted((one, other) => one - other);
  return (
    <Stack gap={3}>
      <Stack direction="row" gap={2} align="end">
        <Select
          label={texts.step}
          options={choices.map((day) => ({ value: String(day), label: dayName(day) }))}
          value={String(step.day)}
          onValueChange={(day) => onChange({ ...step, day: Number(day) })}
        />
        <IconButton icon="trash" label={texts.removeStep(when)} onClick={onRemove} />
      </Stack>
      <Input
        label={texts.stepText(when)}
        isOptional
        hint={texts.stepTextHint}
        maxLength={500}
        value={step.text}
        onChange={({ currentTarget }) => onChange({ ...step, text: currentTarget.value })}
      />
    </Stack>
  );
}

type ReminderPreviewProps = { steps: readonly Step[]; note: string };

const EXAMPLE_DAY = 3;

function ReminderPreview({ steps, note }: ReminderPreviewProps) {
  const texts = remindersTexts;
  const shown = steps.length > 0 ? steps.map(({ day }) => day) : [EXAMPLE_DAY];
  const [chosen, setChosen] = useState<number | null>(null);
  const day = chosen !== null && shown.includes(chosen) ? chosen : (shown[0] ?? EXAMPLE_DAY);
  const [language, setLanguage] = useState<Language>('en');
  const own = steps.find((step) => step.day === day)?.text.trim();
  const settled = useSettled(own || note.trim());
  const body = { day, note: settled || null, language };
  const preview = useRead('previewReminder', { body });
  return (
    <Section title={texts.preview} text={texts.previewText}>
      <FieldGrid>
        <Select
          label={texts.previewDay}
          options={shown.map((value) => ({ value: String(value), label: dayName(value) }))}
          value={String(day)}
          onValueChange={(value) => setChosen(Number(value))}
        />
        <Select
          label={texts.previewLanguage}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          onValueChange={setLanguage}
        />
      </FieldGrid>
      <MailPreview read={preview} />
    </Section>
  );
}

function dayName(day: number): string {
  const { before, after, onDay } = remindersTexts;
  if (day === 0) return onDay;
  return day < 0 ? before(-day) : after(day);
}
