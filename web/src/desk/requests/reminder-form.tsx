// When customers are reminded of an open invoice.

import type { ReminderSettings } from '@quittance/contract/requests/reminder-schemas';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Switch } from '../../shared/ui/form/switch.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { remindersTexts, settingsTexts } from '../texts/settings.ts';
import { daysIn, sentenceOfDays } from './reminder-days.ts';
import { ReminderPreview } from './reminder-preview.tsx';

type FormProps = { settings: ReminderSettings; onSaved: (settings: ReminderSettings) => void };

const draftOf = ({ isActive, days, note }: ReminderSettings) => ({
  isActive,
  days: days.join(', '),
  note: note ?? '',
});

export function ReminderForm({ settings, onSaved }: FormProps) {
  const texts = remindersTexts;
  const action = useAction('putReminderSettings');
  const [draft, setDraft] = useState(() => draftOf(settings));
  const days = daysIn(draft.days);
  const save = async (): Promise<void> => {
    if (days === null) return;
    const body = { isActive: draft.isActive, days, note: draft.note.trim() || null };
    const result = await action.run({ body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: settingsTexts.saved });
    setDraft(draftOf(result.answer));
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
        <Input
          label={texts.days}
          hint={texts.daysHint}
          error={days === null ? texts.daysWrong : fieldErrorOf(action.failure, 'days')}
          value={draft.days}
          onChange={({ currentTarget }) => setDraft({ ...draft, days: currentTarget.value })}
        />
        {draft.isActive && days !== null && days.length > 0 && (
          <Text tone="muted">{sentenceOfDays(days)}</Text>
        )}
        <Input
          label={texts.note}
          isOptional
          hint={texts.noteHint}
          maxLength={500}
          error={fieldErrorOf(action.failure, 'note')}
          value={draft.note}
          onChange={({ currentTarget }) => setDraft({ ...draft, note: currentTarget.value })}
        />
        <SaveBar
          isChanged={JSON.stringify(draft) !== JSON.stringify(draftOf(settings))}
          isRunning={action.isRunning}
          failure={action.failure}
          onSave={() => void save()}
          onReset={() => setDraft(draftOf(settings))}
        />
      </Section>
      <ReminderPreview days={days ?? []} note={draft.note} />
    </>
  );
}
