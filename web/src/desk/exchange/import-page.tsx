// Imports a file: first a check that writes nothing, then the import itself.

import { IMPORT_COLUMNS } from '@quittance/contract/exchange/import-columns';
import {
  IMPORT_BYTES_MAX,
  IMPORT_KINDS,
  type ImportKindName,
} from '@quittance/contract/exchange/import-schemas';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { toFieldError, toSentence } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FileInput } from '../forms/file-input.tsx';
import { Section } from '../forms/section.tsx';
import { Page } from '../shell/page.tsx';
import { failureTexts } from '../texts/failures.ts';
import { importTexts } from '../texts/import.ts';
import { ImportReport } from './import-report.tsx';

type Report = AnswerOf<'importRows'>;

const FIRST: ImportDraft = { kind: 'customers', file: null, dateFormat: 'YYYY-MM-DD', map: '' };

export function ImportPage() {
  const can = useCan();
  return (
    <Page title={importTexts.title} text={importTexts.text}>
      {can('write') ? (
        <Importer />
      ) : (
        <EmptyState
          icon="lock"
          title={failureTexts.notAllowed}
          text={failureTexts.notAllowedText}
        />
      )}
    </Page>
  );
}

function Importer() {
  const action = useAction('importRows');
  const [draft, setDraft] = useState(FIRST);
  const [report, setReport] = useState<Report | null>(null);
  const [fileError, setFileError] = useState<string | undefined>();
  const change = (part: Partial<ImportDraft>): void => {
    setDraft({ ...draft, ...part });
    setReport(null);
    setFileError(undefined);
    action.clear();
  };
  const send = async (isDryRun: boolean): Promise<void> => {
    const bytes = await readBytes(draft.file);
    if (typeof bytes === 'string') {
      setFileError(bytes);
      return;
    }
    const result = await action.run({ query: toQuery(draft, isDryRun), body: bytes });
    if (!result.isOk) return;
    setReport(result.answer);
    if (!isDryRun) {
      const { added, changed } = result.answer;
      showToast({ tone: 'success', text: importTexts.done(added + changed) });
    }
  };
  const isDone = report !== null && !report.isDryRun;
  return (
    <Stack gap={5}>
      {!isDone && (
        <ImportFields
          draft={draft}
          fileError={fileError ?? toFieldError(action.failure, 'file')}
          onChange={change}
        />
      )}
      {action.failure && <Notice tone="danger">{toSentence(action.failure)}</Notice>}
      {!report && (
        <div>
          <Button
            isLoading={action.isRunning}
            loadingText={importTexts.checking}
            onClick={() => void send(true)}
          >
            {importTexts.check}
          </Button>
        </div>
      )}
      {report && <ImportReport report={report} />}
      {report?.isDryRun && (
        <RunButton report={report} isRunning={action.isRunning} onRun={() => void send(false)} />
      )}
      {isDone && (
        <div>
          <Button variant="secondary" onClick={() => change(FIRST)}>
            {importTexts.another}
          </Button>
        </div>
      )}
    </Stack>
  );
}

type RunButtonProps = { report: Report; isRunning: boolean; onRun: () => void };

function RunButton({ report: { added, changed }, isRunning, onRun }: RunButtonProps) {
  const count = added + changed;
  return (
    <div>
      <Button isLoading={isRunning} disabled={count === 0} onClick={onRun}>
        {count === 0 ? importTexts.nothing : importTexts.run(count)}
      </Button>
    </div>
  );
}

type ImportFieldsProps = {
  draft: ImportDraft;
  fileError: string | undefined;
  onChange: (part: Partial<ImportDraft>) => void;
};

const ACCEPTED = '.csv,.ndjson,.jsonl,text/csv,application/x-ndjson';

function ImportFields({ draft, fileError, onChange }: ImportFieldsProps) {
  const texts = importTexts;
  return (
    <Section title={texts.source}>
      <FieldGrid>
        <Select
          label={texts.kind}
          options={IMPORT_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          value={draft.kind}
          onValueChange={(kind) => onChange({ kind })}
        />
        <Input
          label={texts.dateFormat}
          value={draft.dateFormat}
          maxLength={20}
          onChange={({ currentTarget }) => onChange({ dateFormat: currentTarget.value })}
        />
      </FieldGrid>
      <Text size="small" tone="subtle">
        {texts.columnsHint(IMPORT_COLUMNS[draft.kind].names)}
      </Text>
      <FileInput
        label={texts.file}
        hint={texts.fileHint}
        error={fileError}
        accept={ACCEPTED}
        onFile={(file) => onChange({ file })}
      />
      <TextArea
        label={texts.map}
        hint={texts.mapHint}
        rows={2}
        value={draft.map}
        onChange={({ currentTarget }) => onChange({ map: currentTarget.value })}
      />
    </Section>
  );
}

type ImportDraft = {
  kind: ImportKindName;
  file: File | null;
  dateFormat: string;
  map: string;
};

/** '=' may be surrounded by spaces in the field, but not in the query. */
function parseMap(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s*=\s*/, '=').trim())
    .filter((line) => line.includes('='));
}

function toQuery({ kind, file, dateFormat, map }: ImportDraft, isDryRun: boolean) {
  const columns = parseMap(map);
  return {
    kind,
    format: /\.(ndjson|jsonl)$/i.test(file?.name ?? '') ? 'ndjson' : 'csv',
    dateFormat: dateFormat.trim(),
    dryRun: isDryRun ? 'true' : 'false',
    ...(columns.length > 0 ? { map: columns } : {}),
  } as const;
}

async function readBytes(file: File | null): Promise<Uint8Array<ArrayBuffer> | string> {
  if (!file) return importTexts.fileMissing;
  if (file.size > IMPORT_BYTES_MAX) return importTexts.fileTooLarge;
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // The file was moved, deleted or changed after it was chosen.
    return importTexts.fileUnreadable;
  }
}
