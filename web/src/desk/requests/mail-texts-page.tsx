// The company's own texts in emails to customers.

import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@quittance/contract/language';
import type { MailText } from '@quittance/contract/requests/mail-text-schemas';
import { findUnknownVariable, MAIL_VARIABLES } from '@quittance/contract/requests/mail-variables';
import { COPIED_MAILS, type CopiedMail } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { mailTextsTexts, settingsTexts } from '../texts/settings.ts';
import { MailPreview, useSettled } from './mail-preview.tsx';

export function MailTextsPage() {
  const read = useRead('getMailTexts', {});
  return (
    <SettingsFrame page="mail-texts" text={mailTextsTexts.text}>
      <ReadView read={read}>
        {({ texts }) => <MailTextsForm saved={texts} onSaved={read.replace} />}
      </ReadView>
    </SettingsFrame>
  );
}

type Draft = {
  kind: CopiedMail;
  language: Language;
  subject: string;
  greeting: string;
  note: string;
};
type Part = 'subject' | 'greeting' | 'note';

const PARTS = [
  { name: 'subject', maxLength: 150 },
  { name: 'greeting', maxLength: 150 },
  { name: 'note', maxLength: 500 },
] as const satisfies readonly { name: Part; maxLength: number }[];

const toDrafts = (saved: readonly MailText[]): Draft[] =>
  COPIED_MAILS.flatMap((kind) =>
    LANGUAGES.map((language) => {
      const own = saved.find((text) => text.kind === kind && text.language === language);
      const { subject, greeting, note } = own ?? {};
      return {
        kind,
        language,
        subject: subject ?? '',
        greeting: greeting ?? '',
        note: note ?? '',
      };
    }),
  );

const toBody = ({ kind, language, subject, greeting, note }: Draft): MailText => ({
  kind,
  language,
  subject: subject.trim() || null,
  greeting: greeting.trim() || null,
  note: note.trim() || null,
});

const isSame = (one: Draft | undefined, other: Draft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function toUnknown(draft: Draft, part: Part): string | undefined {
  const unknown = findUnknownVariable(draft.kind, draft[part]);
  return unknown === null ? undefined : mailTextsTexts.unknown(unknown);
}

type FormProps = {
  saved: readonly MailText[];
  onSaved: (answer: { texts: MailText[] }) => void;
};

/** Unsaved texts of other kinds and languages are kept while another one is edited, and saved together. */
function MailTextsForm({ saved, onSaved }: FormProps) {
  const texts = mailTextsTexts;
  const action = useAction('putMailText');
  const [drafts, setDrafts] = useState(() => toDrafts(saved));
  const [index, setIndex] = useState(0);
  const draft = drafts[index];
  const before = toDrafts(saved);
  const changed = drafts.filter((one, position) => !isSame(before[position], one));
  const wrong = drafts.find((one) => PARTS.some(({ name }) => toUnknown(one, name)));
  if (!draft) return null;
  const show = (kind: CopiedMail, language: Language): void =>
    setIndex(drafts.findIndex((one) => one.kind === kind && one.language === language));
  const set = (change: Partial<Draft>): void =>
    setDrafts(drafts.map((one) => (one === draft ? { ...one, ...change } : one)));
  const save = async (): Promise<void> => {
    if (wrong) return show(wrong.kind, wrong.language);
    for (const one of changed) {
      const result = await action.run({ body: toBody(one) });
      if (!result.isOk) return show(one.kind, one.language);
    }
    showToast({ tone: 'success', text: settingsTexts.saved });
    const stored = drafts.map(toBody);
    setDrafts(toDrafts(stored));
    onSaved({ texts: stored });
  };
  const isStandard = PARTS.every(({ name }) => draft[name] === '');
  return (
    <>
      <Section title={texts.title}>
        <FieldGrid>
          <Select
            label={texts.kind}
            options={COPIED_MAILS.map((value) => ({ value, label: texts.kinds[value] }))}
            value={draft.kind}
            onValueChange={(kind) => show(kind, draft.language)}
          />
          <Select
            label={texts.language}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={draft.language}
            onValueChange={(language) => show(draft.kind, language)}
          />
        </FieldGrid>
        {PARTS.map(({ name, maxLength }) => (
          <Input
            key={name}
            label={texts.parts[name]}
            isOptional
            hint={texts.hints[name]}
            maxLength={maxLength}
            error={toUnknown(draft, name) ?? toFieldError(action.failure, name)}
            value={draft[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
          />
        ))}
        <Text tone="muted">
          {texts.variables(MAIL_VARIABLES[draft.kind].map((name) => `{${name}}`))}
        </Text>
        {!isStandard && (
          <div>
            <Button
              variant="secondary"
              onClick={() => set({ subject: '', greeting: '', note: '' })}
            >
              {texts.standard}
            </Button>
          </div>
        )}
        <SaveBar
          isChanged={changed.length > 0}
          isRunning={action.isRunning}
          failure={action.failure}
          error={wrong && texts.wrong}
          onSave={() => void save()}
          onReset={() => setDrafts(before)}
        />
      </Section>
      <TextPreview draft={draft} />
    </>
  );
}

/** While a variable is unknown, the email has the last valid text. */
function TextPreview({ draft }: { draft: Draft }) {
  const texts = mailTextsTexts;
  const isValid = PARTS.every(({ name }) => !toUnknown(draft, name));
  const body = useSettled(toBody(draft), isValid);
  const preview = useRead('previewMailText', { body });
  return (
    <Section
      title={texts.preview}
      text={texts.previewText}
      action={
        isValid && (
          <ActionButton
            variant="secondary"
            icon="mail"
            call="sendTestMail"
            input={{ body: toBody(draft) }}
            label={texts.test}
            done={texts.tested}
          />
        )
      }
    >
      <MailPreview read={preview} />
    </Section>
  );
}
