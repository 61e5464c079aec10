// Imports a file: first a check that writes nothing, then the import itself.

import { IMPORT_COLUMNS } from '@quittance/contract/exchange/import-columns';
import {
  IMPORT_PART_BYTES_MAX,
  IMPORT_PARTS_MAX,
} from '@quittance/contract/exchange/import-job-schemas';
import { IMPORT_KINDS } from '@quittance/contract/exchange/import-schemas';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { toSentence } from '../api/failure.ts';
import { type Read, useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FileInput } from '../forms/file-input.tsx';
import { Section } from '../forms/section.tsx';
import { Page } from '../shell/page.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { Table } from '../table/table.tsx';
import { importTexts } from '../texts/import.ts';
import { ImportReport, ProgressBar } from './import-report.tsx';
import { type ImportDraft, ReadingFields } from './reading-fields.tsx';
import { type ImportJob, type ImportRun, type ImportSettings, useImport } from './use-import.ts';

const AUTO = {
  encoding: 'auto',
  delimiter: 'auto',
  decimal: 'auto',
  dateFormat: 'auto',
  yearFrom: '',
  invalidValues: 'refuse',
  sheet: null,
} as const;
const FIRST: ImportDraft = {
  kind: 'customers',
  file: null,
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
  const run = useImport();
  const { job, isBusy } = run;
  const recent = useRead('listImports', { query: { limit: RECENT_SHOWN } });
  const [draft, setDraft] = useState(FIRST);
  const [isStale, setIsStale] = useState(false);
  const [isOpened, setIsOpened] = useState(false);
  const [fileError, setFileError] = useState<string | undefined>();
  /** Another file or kind starts over; another way to read the file keeps its columns on the screen. */
  const change = (part: Partial<ImportDraft>): void => {
    const isOther = 'file' in part || 'kind' in part;
    setDraft({ ...draft, ...(isOther ? { ...AUTO, map: {} } : {}), ...part });
    if (isOther) void run.reset();
    setIsStale(true);
    setFileError(undefined);
  };
  const startOver = async (): Promise<void> => {
    setDraft(FIRST);
    setIsOpened(false);
    await run.reset();
    recent.again();
  };
  const open = (opened: ImportJob): void => {
    setIsStale(false);
    setIsOpened(true);
    run.open(opened);
  };
  const send = async (isDryRun: boolean): Promise<void> => {
    const { file, kind } = draft;
    const problem = findProblem(file);
    setFileError(problem);
    if (!file || problem !== undefined) return;
    setIsStale(false);
    await run.start({ file, kind }, toSettings(draft, isDryRun));
  };
  const report = job?.report ?? null;
  const isEnded = isOpened || job?.state === 'DONE' || job?.state === 'CANCELED';
  const isChecked = job?.state === 'CHECKED' && !isStale;
  if (job && isEnded && !isBusy)
    return <Ended run={run} job={job} onAnother={() => void startOver()} />;
  return (
    <>
      {isBusy && <Running run={run} />}
      {/* Stays in the document, because a file field forgets its file when it is removed. */}
      <div hidden={isBusy}>
        <Stack gap={5}>
          <ImportFields
            draft={draft}
            fileError={fileError ?? (run.isUnreadable ? importTexts.fileUnreadable : undefined)}
            onChange={change}
          />
          {run.failure && <Notice tone="danger">{toSentence(run.failure)}</Notice>}
          {job?.state === 'FAILED' && !isStale && <Result job={job} />}
          {report && <ReadingFields draft={draft} report={report} onChange={change} />}
          {!isChecked && (
            <div>
              <Button onClick={() => void send(true)}>
                {report ? importTexts.checkAgain : importTexts.check}
              </Button>
            </div>
          )}
          {isChecked && <Result job={job} />}
          {isChecked && <RunButton job={job} onRun={() => void send(false)} />}
          {!job && <RecentImports read={recent} onOpen={open} />}
        </Stack>
      </div>
    </>
  );
}

const RECENT_SHOWN = 10;
const PERCENT = 100;

/** The number of rows is known only when all of them are read. */
function Running({ run: { job, uploaded, failure, cancel } }: { run: ImportRun }) {
  const texts = importTexts;
  const done = job ? job.added + job.changed + job.unchanged + job.refused : 0;
  // The number of rows read is updated less often.
  const all = Math.max(job?.rowsRead ?? 0, done);
  const toText = (): string => {
    if (!job || uploaded !== null) return texts.uploading(Math.round((uploaded ?? 0) * PERCENT));
    if (done > 0) return job.isDryRun ? texts.comparing(done, all) : texts.writing(done, all);
    return all > 0 ? texts.readingRows(all) : texts.waiting;
  };
  const value = job ? (done > 0 ? done / all : undefined) : (uploaded ?? 0);
  const title = job?.isDryRun === false ? texts.running : texts.checking;
  return (
    <Section title={title} text={job ? texts.runningText : texts.uploadingText}>
      <Stack gap={4}>
        <div role="status">
          <Text>{toText()}</Text>
        </div>
        <ProgressBar value={value} label={title} />
        {failure && <Notice tone="danger">{toSentence(failure)}</Notice>}
        <div>
          <Button variant="secondary" onClick={() => void cancel()}>
            {texts.cancel}
          </Button>
        </div>
      </Stack>
    </Section>
  );
}

type EndedProps = { run: ImportRun; job: ImportJob; onAnother: () => void };

/** An import that ended, or an earlier one that was only uploaded or checked. */
function Ended({ run: { failure, cancel }, job, onAnother }: EndedProps) {
  const isWritten = job.state === 'DONE' || job.state === 'CANCELED';
  return (
    <Stack gap={5}>
      {failure && <Notice tone="danger">{toSentence(failure)}</Notice>}
      <Result job={job} />
      <Stack direction="row" gap={3} wraps>
        <Button variant="secondary" onClick={onAnother}>
          {importTexts.another}
        </Button>
        {!isWritten && (
          <Button variant="quiet" onClick={() => void cancel()}>
            {importTexts.discard}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

/** Takes the focus, because the button that was pressed is gone, and on a phone the result is below the fold. */
function Result({ job }: { job: ImportJob }) {
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result takes the focus once
  useEffect(() => frame.current?.focus(), [job.id, job.startedAt]);
  return (
    <div ref={frame} tabIndex={-1}>
      <ImportReport job={job} />
    </div>
  );
}

type RecentImportsProps = {
  read: Read<AnswerOf<'listImports'>>;
  onOpen: (job: ImportJob) => void;
};

function RecentImports({ read, onOpen }: RecentImportsProps) {
  const texts = importTexts;
  const { moment } = useMoments();
  if (!read.answer || read.answer.data.length === 0) return null;
  return (
    <Section title={texts.recent} text={texts.recentText}>
      <Table
        caption={texts.recent}
        rows={read.answer.data}
        rowKey={({ id }) => id}
        columns={[
          { header: texts.file, isText: true, cell: ({ fileName }) => fileName },
          { header: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
          { header: texts.created, cell: ({ createdAt }) => moment(createdAt) },
          { header: texts.state, cell: ({ state }) => texts.states[state] },
          {
            header: texts.show,
            isHeaderHidden: true,
            align: 'end',
            cell: (job) => (
              <Button variant="quiet" size="small" isFlush onClick={() => onOpen(job)}>
                {texts.show}
                <VisuallyHidden> {job.fileName}</VisuallyHidden>
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}

type RunButtonProps = { job: ImportJob; onRun: () => void };

function RunButton({ job: { added, changed }, onRun }: RunButtonProps) {
  const count = added + changed;
  return (
    <div>
      <Button disabled={count === 0} onClick={onRun}>
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

function toSettings(draft: ImportDraft, isDryRun: boolean): ImportSettings {
  const { encoding, delimiter, decimal, dateFormat, yearFrom, sheet, map } = draft;
  return {
    isDryRun,
    map: Object.entries(map).map(([name, field]) => `${name}=${field}`),
    ...(encoding === 'auto' ? {} : { encoding }),
    ...(delimiter === 'auto' ? {} : { delimiter }),
    ...(decimal === 'auto' ? {} : { decimal }),
    ...(dateFormat === 'auto' ? {} : { dateFormat }),
    ...(yearFrom === '' ? {} : { yearFrom: Number(yearFrom) }),
    ...(sheet === null ? {} : { sheet }),
    ...(draft.invalidValues === 'omit' ? { invalidValues: 'omit' } : {}),
  };
}

const FILE_BYTES_MAX = IMPORT_PART_BYTES_MAX * IMPORT_PARTS_MAX;

function findProblem(file: File | null): string | undefined {
  if (!file) return importTexts.fileMissing;
  if (file.size === 0) return importTexts.fileEmpty;
  return file.size > FILE_BYTES_MAX ? importTexts.fileTooLarge : undefined;
}
