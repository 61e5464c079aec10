// Imports a file: first a check that writes nothing, then the import itself.

import { IMPORT_COLUMNS } from '@quittance/contract/exchange/import-columns';
import {
  IMPORT_BYTES_MAX,
  IMPORT_DECIMALS,
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  IMPORT_KINDS,
  type ImportDecimal,
  type ImportDelimiter,
  type ImportEncoding,
  type ImportFormat,
  type ImportKindName,
} from '@quittance/contract/exchange/import-schemas';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { toFieldError, toSentence } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FileInput } from '../forms/file-input.tsx';
import { Section } from '../forms/section.tsx';
import { Page } from '../shell/page.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { Table } from '../table/table.tsx';
import { importTexts } from '../texts/import.ts';
import { ImportReport } from './import-report.tsx';

type Report = AnswerOf<'importRows'>;

const AUTO = { encoding: 'auto', delimiter: 'auto', decimal: 'auto', sheet: null } as const;
const FIRST: ImportDraft = {
  kind: 'customers',
  file: null,
  dateFormat: 'YYYY-MM-DD',
  map: {},
  ...AUTO,
};

export function ImportPage() {
  return (
    <Page title={importTexts.title} text={importTexts.text}>
      <RoleGate scope="write">
        <Importer />
      </RoleGate>
    </Page>
  );
}

function Importer() {
  const action = useAction('importRows');
  const [draft, setDraft] = useState(FIRST);
  const [report, setReport] = useState<Report | null>(null);
  const [isStale, setIsStale] = useState(false);
  const [fileError, setFileError] = useState<string | undefined>();
  /** Another file or kind starts over; another way to read the file keeps its columns on the screen. */
  const change = (part: Partial<ImportDraft>): void => {
    const isOther = 'file' in part || 'kind' in part;
    setDraft({ ...draft, ...(isOther ? { ...AUTO, map: {} } : {}), ...part });
    if (isOther) setReport(null);
    setIsStale(true);
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
    setIsStale(false);
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
      {report && !isDone && <ReadingFields draft={draft} report={report} onChange={change} />}
      {(!report || isStale) && (
        <div>
          <Button
            isLoading={action.isRunning}
            loadingText={importTexts.checking}
            onClick={() => void send(true)}
          >
            {report ? importTexts.checkAgain : importTexts.check}
          </Button>
        </div>
      )}
      {report && !isStale && <ImportReport report={report} />}
      {report?.isDryRun && !isStale && report.problem === null && (
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

const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,text/csv,application/x-ndjson,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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
    </Section>
  );
}

const AUTOMATIC = { value: 'auto', label: importTexts.automatic } as const;

/** Options with the value that was found as the automatic one. */
function toOptions<Name extends string>(
  names: readonly Name[],
  labels: Readonly<Record<Name, string>>,
  found: Name | undefined,
) {
  const automatic = found ? { ...AUTOMATIC, label: importTexts.found(labels[found]) } : AUTOMATIC;
  return [automatic, ...names.map((value) => ({ value, label: labels[value] }))];
}

type ReadingFieldsProps = {
  draft: ImportDraft;
  report: Report;
  onChange: (part: Partial<ImportDraft>) => void;
};

/** How the file was read, to be corrected: its text, its sheet, and which column is which field. */
function ReadingFields({ draft, report: { file, columns }, onChange }: ReadingFieldsProps) {
  const texts = importTexts;
  const fields = IMPORT_COLUMNS[draft.kind].names.map((name) => ({ value: name, label: name }));
  const options = [{ value: '', label: texts.ignoredColumn }, ...fields];
  return (
    <Section title={texts.reading} text={texts.readingText}>
      <FieldGrid>
        {file.sheets && (
          <Select
            label={texts.sheet}
            options={file.sheets.map((value) => ({ value, label: value }))}
            value={draft.sheet ?? file.sheet ?? ''}
            onValueChange={(sheet) => onChange({ sheet })}
          />
        )}
        {file.encoding && (
          <Select
            label={texts.encoding}
            options={toOptions(IMPORT_ENCODINGS, texts.encodings, file.encoding)}
            value={draft.encoding}
            onValueChange={(encoding) => onChange({ encoding })}
          />
        )}
        {file.delimiter && (
          <Select
            label={texts.delimiter}
            options={toOptions(IMPORT_DELIMITERS, texts.delimiters, file.delimiter)}
            value={draft.delimiter}
            onValueChange={(delimiter) => onChange({ delimiter })}
          />
        )}
        <Select
          label={texts.decimal}
          options={toOptions(IMPORT_DECIMALS, texts.decimals, undefined)}
          value={draft.decimal}
          onValueChange={(decimal) => onChange({ decimal })}
        />
      </FieldGrid>
      <Table
        caption={texts.map}
        rows={columns}
        rowKey={({ name }) => name}
        columns={[
          { header: texts.column, isText: true, cell: ({ name }) => name },
          {
            header: texts.field,
            cell: ({ name, field }) => (
              <Select
                label={texts.fieldOf(name)}
                isLabelHidden
                options={options}
                value={draft.map[name] ?? field ?? ''}
                onValueChange={(chosen) => onChange({ map: { ...draft.map, [name]: chosen } })}
              />
            ),
          },
        ]}
      />
    </Section>
  );
}

type ImportDraft = {
  kind: ImportKindName;
  file: File | null;
  dateFormat: string;
  encoding: ImportEncoding | 'auto';
  delimiter: ImportDelimiter | 'auto';
  decimal: ImportDecimal | 'auto';
  sheet: string | null;
  /** Field by column name, as chosen on the screen; empty to ignore the column. */
  map: Readonly<Record<string, string>>;
};

const FORMATS: readonly [RegExp, ImportFormat][] = [
  [/\.(ndjson|jsonl)$/i, 'ndjson'],
  [/\.xlsx$/i, 'xlsx'],
];

function toQuery({ file, map, sheet, dateFormat, ...draft }: ImportDraft, isDryRun: boolean) {
  const columns = Object.entries(map).map(([name, field]) => `${name}=${field}`);
  const [, format] = FORMATS.find(([ending]) => ending.test(file?.name ?? '')) ?? [];
  return {
    ...draft,
    format: format ?? 'csv',
    dateFormat: dateFormat.trim(),
    dryRun: isDryRun ? 'true' : 'false',
    ...(columns.length > 0 ? { map: columns } : {}),
    ...(sheet === null ? {} : { sheet }),
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
