// The reminder with the note that was typed, before it is saved.

import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@quittance/contract/language';
import { useState } from 'react';
import { useSettledText } from '../../shared/hooks/use-settled-text.ts';
import { SEARCH_DEBOUNCE_MS } from '../../shared/lib/timings.ts';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useRead } from '../api/use-read.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { remindersTexts } from '../texts/settings.ts';
import { MailPreview } from './mail-preview.tsx';
import { dayName } from './reminder-days.ts';

type ReminderPreviewProps = { days: readonly number[]; note: string };

/** Of a company that has no days yet. */
const EXAMPLE_DAY = 3;

export function ReminderPreview({ days, note }: ReminderPreviewProps) {
  const texts = remindersTexts;
  const shown = days.length > 0 ? days : [EXAMPLE_DAY];
  const [chosen, setChosen] = useState<number | null>(null);
  const day = chosen !== null && shown.includes(chosen) ? chosen : (shown[0] ?? EXAMPLE_DAY);
  const [language, setLanguage] = useState<Language>('en');
  const settled = useSettledText(note.trim(), SEARCH_DEBOUNCE_MS);
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
      <ReadView read={preview}>
        {({ subject, html, text }) => (
          <Stale isStale={preview.isReading}>
            <Stack gap={3}>
              <Text isStrong>{subject}</Text>
              <MailPreview html={html} text={text} />
            </Stack>
          </Stale>
        )}
      </ReadView>
    </Section>
  );
}
