// The result of an import or of its check: counts, refused lines and changes.

import type {
  ImportChange,
  ImportError,
  ImportReport as Report,
} from '@quittance/contract/exchange/import-schemas';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { download } from '../forms/download.ts';
import { Section } from '../forms/section.tsx';
import { toCsv } from '../table/csv.ts';
import { Table } from '../table/table.tsx';
import { importTexts } from '../texts/import.ts';
import styles from './import-report.module.css';

const css = bindClasses(styles);

/** The report has up to a thousand lines. Showing all of them would be slow, and a user would not read them. */
const SHOWN = 50;

export function ImportReport({ report }: { report: Report }) {
  const { isDryRun, added, changed, unchanged, refused, ignoredColumns } = report;
  const texts = importTexts;
  const counts = [
    { label: texts.added, count: added, tone: 'good' },
    { label: texts.changed, count: changed, tone: 'good' },
    { label: texts.unchanged, count: unchanged, tone: 'plain' },
    { label: texts.refused, count: refused, tone: refused > 0 ? 'bad' : 'plain' },
  ];
  return (
    <Section
      title={isDryRun ? texts.report : texts.reportDone}
      text={isDryRun ? texts.reportText : texts.reportDoneText}
    >
      <Stack gap={5}>
        <dl className={css('counts')} aria-live="polite">
          {counts.map(({ label, count, tone }) => (
            <div key={label} className={css('count')}>
              <dt className={css('label')}>{label}</dt>
              <dd className={css('number', tone)}>{count}</dd>
            </div>
          ))}
        </dl>
        {report.problem !== null && <Notice tone="danger">{report.problem}</Notice>}
        {report.sample.length > 0 && <Sample rows={report.sample} />}
        {ignoredColumns.length > 0 && (
          <Notice tone="warning">{texts.ignored(ignoredColumns.join(', '))}</Notice>
        )}
        {report.errors.length > 0 && <Errors errors={report.errors} />}
        {report.changes.length > 0 && <Changes changes={report.changes} />}
      </Stack>
    </Section>
  );
}

type SampleRow = { key: string; row: Readonly<Record<string, string>> };

function Sample({ rows }: { rows: Report['sample'] }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <Table
      caption={importTexts.sample}
      rows={rows.map((row, index) => ({ row, key: String(index) }))}
      rowKey={({ key }) => key}
      columns={names.map((name) => ({
        header: name,
        cell: ({ row }: SampleRow) => row[name] ?? '',
      }))}
    />
  );
}

function Errors({ errors }: { errors: readonly ImportError[] }) {
  const texts = importTexts;
  const save = (): void => {
    const text = toCsv(
      [
        { header: texts.line, value: ({ line }: ImportError) => line },
        { header: texts.message, value: ({ message }) => message },
      ],
      errors,
    );
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'refused-rows.csv');
  };
  return (
    <Stack gap={3}>
      <Notice tone="danger" title={texts.errors}>
        {texts.errorsText}
      </Notice>
      <Table
        caption={texts.errors}
        rows={errors.slice(0, SHOWN)}
        rowKey={({ line, message }) => `${line} ${message}`}
        columns={[
          { header: texts.line, cell: ({ line }) => line },
          { header: texts.message, isText: true, cell: ({ message }) => message },
        ]}
      />
      {errors.length > SHOWN && (
        <Stack direction="row" gap={3} wraps>
          <Text tone="muted">{texts.more(errors.length - SHOWN)}</Text>
          <Button variant="secondary" size="small" onClick={save}>
            {texts.download}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

function Changes({ changes }: { changes: readonly ImportChange[] }) {
  const texts = importTexts;
  const rows = changes.flatMap(({ line, ref, fields }) =>
    Object.entries(fields).map(([field, [before = '', after = '']]) => ({
      line,
      ref,
      field,
      before,
      after,
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
