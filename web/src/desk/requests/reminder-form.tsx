// The days on which customers are reminded of an open invoice.

import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@quittance/contract/language';
import type { ReminderSettings } from '@quittance/contract/requests/reminder-schemas';
import { useEffect, useRef, useState } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { SEARCH_DEBOUNCE_MS } from '../../shared/lib/timings.ts';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Switch } from '../../shared/ui/form/switch.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { remindersTexts, settingsTexts } from '../texts/settings.ts';
import styles from './mail-preview.module.css';

type FormProps = { settings: ReminderSettings; onSaved: (settings: ReminderSettings) => void };

const toDraft = ({ isActive, days, note }: ReminderSettings) => ({
  isActive,
  days: days.join(', '),
  note: note ?? '',
});

export function ReminderForm({ settings, onSaved }: FormProps) {
  const texts = remindersTexts;
  const action = useAction('putReminderSettings');
  const [draft, setDraft] = useState(() => toDraft(settings));
  const days = daysIn(draft.days);
  const save = async (): Promise<void> => {
    if (days === null) return;
    const body = { isActive: draft.isActive, days, note: draft.note.trim() || null };
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
        <Input
          label={texts.days}
          hint={texts.daysHint}
          error={days === null ? texts.daysWrong : toFieldError(action.failure, 'days')}
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
      <ReminderPreview days={days ?? []} note={draft.note} />
    </>
  );
}

type ReminderPreviewProps = { days: readonly number[]; note: string };

const EXAMPLE_DAY = 3;

function ReminderPreview({ days, note }: ReminderPreviewProps) {
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

const css = bindClasses(styles);

/**
 * The page's content security policy ignores styles in markup but allows styles set by a script. Nothing in the
 * email is executed.
 */
function toNodes(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const nodes = [...body.childNodes].map((node) => document.importNode(node, true));
  for (const node of nodes) {
    if (!(node instanceof HTMLElement)) continue;
    for (const element of [node, ...node.querySelectorAll<HTMLElement>('[style]')])
      element.style.cssText = element.getAttribute('style') ?? '';
  }
  return nodes;
}

/** An email as a customer sees it: the server's own HTML, isolated from the page in a shadow tree. */
function MailPreview({ html, text }: { html: string; text: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = host;
    if (!current) return;
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' });
    root.replaceChildren(...toNodes(html));
  }, [html]);
  return (
    <>
      <VisuallyHidden>{text}</VisuallyHidden>
      {/* Its links lead nowhere. */}
      <div ref={host} className={css('mail')} inert aria-hidden="true" />
    </>
  );
}

const BEFORE_MAX = 30;
const AFTER_MAX = 90;
const COUNT_MAX = 10;
const WHOLE = /^[+-]?\d{1,2}$/;

function daysIn(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length > COUNT_MAX || parts.some((part) => !WHOLE.test(part))) return null;
  // Adding zero turns −0 into 0.
  const days = parts.map((part) => Number(part) + 0);
  const isEachOnce = new Set(days).size === days.length;
  const isWithin = days.every((day) => day >= -BEFORE_MAX && day <= AFTER_MAX);
  return isEachOnce && isWithin ? days : null;
}

function sentenceOfDays(days: readonly number[]): string {
  const words = days.toSorted((one, other) => one - other).map(dayName);
  return remindersTexts.plain(words);
}

function dayName(day: number): string {
  const { before, after, onDay } = remindersTexts;
  if (day === 0) return onDay;
  return day < 0 ? before(-day) : after(day);
}

/** Returns typed text as it was at the last pause in typing. */
function useSettledText(text: string, delayMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, settled, delayMs]);
  return settled;
}
