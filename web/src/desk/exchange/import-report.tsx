// The result of an import or of its check: counts, refused lines and changes.

import { formatChanged } from '@quittance/contract/exchange/import-columns';
import type {
  ImportChange,
  ImportError,
  ImportReport as Report,
} from '@quittance/contract/exchange/import-schemas';
import { formatCount } from '@quittance/contract/format';
import { useState } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useClient } from '../api/client-context.ts';
import { type Failure, toSentence } from '../api/failure.ts';
import { download } from '../forms/download.ts';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { importTexts } from '../texts/import.ts';
import styles from './import-report.module.css';
import type { ImportJob } from './use-import.ts';

const css = bindClasses(styles);

/** The report has up to a thousand lines. Showing all of them would be slow, and a user would not read them. */
const SHOWN = 50;

export function ImportReport({ job }: { job: ImportJob }) {
  const { state, report, isDryRun, added, changed, unchanged, refused, notWritten } = job;
  const texts = importTexts;
  const counts = [
    { label: texts.added, count: added, tone: 'good' },
    { label: texts.changed, count: changed, tone: 'good' },
    { label: texts.unchanged, count: unchanged, tone: 'plain' },
    { label: texts.refused, count: refused, tone: refused > 0 ? 'bad' : 'plain' },
    ...(notWritten > 0 ? [{ label: texts.notWritten, count: notWritten, tone: 'plain' }] : []),
  ];
  const written = isDryRun ? 0 : added + changed;
  const hasCounts = state === 'CHECKED' || state === 'DONE' || written > 0;
  const { title, text } = toHeading(job, written);
  return (
    <Section title={title} text={text}>
      <Stack gap={5}>
        {hasCounts && (
          <dl className={css('counts')} aria-live="polite">
            {counts.map(({ label, count, tone }) => (
              <div key={label} className={css('count')}>
                <dt className={css('label')}>{label}</dt>
                <dd className={css('number', tone)}>{formatCount(count)}</dd>
              </div>
            ))}
          </dl>
        )}
        {report && <Details report={report} />}
        {refused + changed + notWritten > 0 && <ReportButton job={job} />}
      </Stack>
    </Section>
  );
}

function toHeading({ state, isDryRun }: ImportJob, written: number) {
  const texts = importTexts;
  if (state === 'UPLOADING') return { title: texts.states.UPLOADING, text: texts.incompleteText };
  if (state === 'FAILED') return { title: texts.failed, text: texts.failedText(written) };
  if (state === 'CANCELED') return { title: texts.canceled, text: texts.canceledText(written) };
  if (isDryRun) return { title: texts.report, text: texts.reportText };
  return { title: texts.reportDone, text: texts.reportDoneText };
}

function Details({ report }: { report: Report }) {
  const { isDryRun, problem, sample, ignoredColumns, errors, refused, changes } = report;
  const { warnings, warned } = report;
  return (
    <>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {isDryRun && sample.length > 0 && <Sample report={report} />}
      {ignoredColumns.length > 0 && (
        <Notice tone="warning">{importTexts.ignored(ignoredColumns.join(', '))}</Notice>
      )}
      {errors.length > 0 && <Errors errors={errors} count={refused} />}
      {warnings.length > 0 && <Warnings warnings={warnings} count={warned} />}
      {changes.length > 0 && <Changes changes={changes} />}
    </>
  );
}

type SampleRow = { key: string; row: Readonly<Record<string, string>> };

/** In the order of the file. A JSON file has no columns. */
function Sample({ report: { sample, columns } }: { report: Report }) {
  const found = new Set(sample.flatMap((row) => Object.keys(row)));
  const ordered = columns.flatMap(({ field }) => (field && found.has(field) ? [field] : []));
  const names = [...new Set([...ordered, ...found])];
  return (
    <Table
      caption={importTexts.sample}
      rows={sample.map((row, index) => ({ row, key: String(index) }))}
      rowKey={({ key }) => key}
      columns={names.map((name) => ({
        header: name,
        cell: ({ row }: SampleRow) => row[name] ?? '',
      }))}
    />
  );
}

/** The file has all rows; the page shows the first. */
function ReportButton({ job: { id: importId } }: { job: ImportJob }) {
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = async (): Promise<void> => {
    const result = await client.file('getImportReport', { params: { importId } });
    if (result.isOk) download(result.answer, 'import-report.csv');
    else setFailure(result.failure);
  };
  return (
    <Stack gap={3}>
      {failure && <Notice tone="danger">{toSentence(failure)}</Notice>}
      <div>
        <Button variant="secondary" size="small" onClick={() => void save()}>
          {importTexts.download}
        </Button>
      </div>
    </Stack>
  );
}

/** Without a value, how much is left is not known. */
export function ProgressBar({ value, label }: { value: number | undefined; label: string }) {
  return <progress className={css('progress')} aria-label={label} max={1} value={value} />;
}

function Errors({ errors, count }: { errors: readonly ImportError[]; count: number }) {
  const texts = importTexts;
  return (
    <Stack gap={3}>
      <Notice tone="danger" title={texts.errors}>
        {texts.errorsText}
      </Notice>
      <Lines caption={texts.errors} lines={errors} count={count} />
    </Stack>
  );
}

type ReportLine = { line: number; message: string };

function Warnings({ warnings, count }: { warnings: readonly ReportLine[]; count: number }) {
  const texts = importTexts;
  return (
    <Stack gap={3}>
      <Notice tone="warning" title={texts.warnings}>
        {texts.warningsText}
      </Notice>
      <Lines caption={texts.warnings} lines={warnings} count={count} />
    </Stack>
  );
}

type LinesProps = { caption: string; lines: readonly ReportLine[]; count: number };

function Lines({ caption, lines, count }: LinesProps) {
  const texts = importTexts;
  const shown = lines.slice(0, SHOWN);
  return (
    <>
      <Table
        caption={caption}
        rows={shown}
        rowKey={({ line, message }) => `${line} ${message}`}
        columns={[
          { header: texts.line, cell: ({ line }) => line },
          { header: texts.message, isText: true, cell: ({ message }) => message },
        ]}
      />
      {count > shown.length && <Text tone="muted">{texts.more(count - shown.length)}</Text>}
    </>
  );
}

function Changes({ changes }: { changes: readonly ImportChange[] }) {
  const texts = importTexts;
  const rows = changes.flatMap(({ line, ref, fields }) =>
    Object.entries(fields).map(([field, [before = '', after = '']]) => ({
      line,
      ref,
      field,
      before: formatChanged(field, before),
      after: formatChanged(field, after),
    })),
  );
  return (
    <Stack gap={3}>
      <Table
        caption={texts.changes}
        rows={rows.slice(0, SHOWN)}
        rowKey={({ line, field }) => `${line} ${field}`}
        columns={[
          { header: texts.line, cell: ({ line }) => line },
          { header: texts.ref, cell: ({ ref }) => ref },
          { header: texts.field, cell: ({ field }) => field },
          { header: texts.before, isText: true, cell: ({ before }) => before },
          { header: texts.after, isText: true, cell: ({ after }) => after },
        ]}
      />
      {rows.length > SHOWN && <Text tone="muted">{texts.more(rows.length - SHOWN)}</Text>}
    </Stack>
  );
}
