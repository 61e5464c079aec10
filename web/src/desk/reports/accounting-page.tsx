// Account names of the journal, and files for the company's accounting (R92).

import type { JournalAccounts } from '@quittance/contract/companies/journal-account-schemas';
import { addDays } from '@quittance/contract/dates';
import { processorLabel } from '@quittance/contract/processors/registry';
import { JOURNAL_FORMATS, type JournalFormat } from '@quittance/contract/reports/journal-schemas';
import { useState } from 'react';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { useCan } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { parseDate, useMoments } from '../format.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FileButton } from '../forms/file-button.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { type Company, useCompanyForm } from '../settings/use-company-form.ts';
import { ReadView } from '../shell/read-view.tsx';
import { accountingTexts } from '../texts/accounting.ts';

export function AccountingPage() {
  const can = useCan();
  const company = useRead('getCompany', {});
  return (
    <SettingsFrame page="accounting" text={accountingTexts.text}>
      <Stack gap={5}>
        <JournalFile />
        <ClearingFile />
        <AgingFile />
        {can('manage') && (
          <ReadView read={company}>
            {(found) => <AccountNames company={found} onSaved={company.replace} />}
          </ReadView>
        )}
      </Stack>
    </SettingsFrame>
  );
}

type DayInputProps = { label: string; value: string; max: string; onChange: (day: string) => void };

function DayInput({ onChange, ...rest }: DayInputProps) {
  return (
    <Input {...rest} type="date" onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  );
}

const FORMATS = JOURNAL_FORMATS.map((value) => ({ value, label: accountingTexts.formats[value] }));

function JournalFile() {
  const texts = accountingTexts;
  const { today } = useMoments();
  const yesterday = addDays(today(), -1);
  const [first, setFirst] = useState<string>(addDays(today(), -30));
  const [last, setLast] = useState<string>(yesterday);
  const [format, setFormat] = useState<JournalFormat>('generic');
  const [from, to] = [parseDate(first) ?? yesterday, parseDate(last) ?? yesterday];
  return (
    <Section title={texts.journal} text={texts.journalText}>
      <FieldGrid>
        <DayInput label={texts.from} value={first} max={yesterday} onChange={setFirst} />
        <DayInput label={texts.to} value={last} max={yesterday} onChange={setLast} />
        <Select label={texts.format} options={FORMATS} value={format} onValueChange={setFormat} />
      </FieldGrid>
      <Stack direction="row">
        <FileButton
          call="getJournal"
          input={{ query: { from, to, format } }}
          name={texts.journalName(from, to, format)}
          label={texts.downloadJournal}
        />
      </Stack>
    </Section>
  );
}

function ClearingFile() {
  const texts = accountingTexts;
  const { answer: status } = useRead('getPayoutStatus', {});
  const { today } = useMoments();
  const yesterday = addDays(today(), -1);
  const [day, setDay] = useState<string>(yesterday);
  const asOf = parseDate(day) ?? yesterday;
  return (
    <Section title={texts.clearing} text={texts.clearingText}>
      {status && !status.isSupported && (
        <Notice tone="info">{texts.noPayouts(processorLabel(status.processor))}</Notice>
      )}
      <FieldGrid>
        <DayInput label={texts.asOf} value={day} max={yesterday} onChange={setDay} />
      </FieldGrid>
      <Stack direction="row">
        <FileButton
          call="getClearing"
          input={{ query: { asOf } }}
          name={texts.clearingName(asOf)}
          label={texts.downloadClearing}
        />
      </Stack>
    </Section>
  );
}

function AgingFile() {
  const texts = accountingTexts;
  const { today } = useMoments();
  const [day, setDay] = useState<string>(today());
  const asOf = parseDate(day) ?? today();
  return (
    <Section title={texts.aging} text={texts.agingText}>
      <FieldGrid>
        <DayInput label={texts.asOf} value={day} max={today()} onChange={setDay} />
      </FieldGrid>
      <Stack direction="row">
        <FileButton
          call="getAging"
          input={{ query: { asOf } }}
          name={texts.agingName(asOf)}
          label={texts.downloadAging}
        />
      </Stack>
    </Section>
  );
}

type NamesProps = { company: Company; onSaved: (company: Company) => void };

function AccountNames({ company, onSaved }: NamesProps) {
  const texts = accountingTexts;
  const toDraft = (of: Company): JournalAccounts => of.journalAccounts;
  const form = useCompanyForm<JournalAccounts>({ company, toDraft, onSaved });
  const names = Object.keys(texts.accounts) as (keyof JournalAccounts)[]; // because keys() forgets the union
  const isValid = names.every((name) => form.draft[name].trim() !== '');
  return (
    <>
      <Section title={texts.names} text={texts.namesText}>
        <FieldGrid>
          {names.map((name) => (
            <Input
              key={name}
              label={texts.accounts[name]}
              error={form.draft[name].trim() === '' ? texts.nameMissing : undefined}
              maxLength={100}
              value={form.draft[name]}
              onChange={({ currentTarget }) => form.set({ [name]: currentTarget.value })}
            />
          ))}
        </FieldGrid>
      </Section>
      <SaveBar
        isChanged={form.isChanged}
        isRunning={form.action.isRunning}
        failure={form.action.failure}
        error={isValid ? undefined : texts.nameMissing}
        onSave={() => isValid && form.save({ journalAccounts: form.draft })}
        onReset={form.reset}
      />
    </>
  );
}
