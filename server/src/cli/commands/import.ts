/** Imports customers, invoices or lines of invoices of a file. */
import { stat } from 'node:fs/promises';
import { CUSTOMER_IMPORT } from '../../provider/import/import-customers.ts';
import { invoiceImport } from '../../provider/import/import-invoices.ts';
import { LINE_IMPORT } from '../../provider/import/import-lines.ts';
import { type ImportKind, importRows } from '../../provider/import/import-rows.ts';
import type { BatchResult, Change, Refusal } from '../../provider/import/rows.ts';
import { OrderRefused } from '../../provider/operator-access.ts';
import { type Command, type Context, findDomain, type Input, UsageError } from '../command.ts';
import { dateReader } from '../files/date-format.ts';
import { type Progress, progressOn } from '../files/progress.ts';
import { readRows } from '../files/read-rows.ts';

/** What the report keeps; further ones are only counted, so that memory does not grow with a file. */
const CHANGES_MAX = 200;
const ERRORS_MAX = 1000;

type Report = {
  isDryRun: boolean;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  ignoredColumns: string[];
  changes: Change[];
  errors: Refusal[];
};

function mapOf({ list }: Input, fields: readonly string[]): Map<string, string> {
  const pairs = list('map').map((text): [string, string] => {
    const [column = '', field = '', ...rest] = text.split('=');
    if (rest.length > 0 || !fields.includes(field)) {
      throw new UsageError(`--map ${text}: write column=field; fields are ${fields.join(', ')}`);
    }
    return [column, field];
  });
  return new Map(pairs);
}

function add(report: Report, { added, unchanged, changed, refused }: BatchResult): void {
  report.added += added;
  report.unchanged += unchanged;
  report.changed += changed.length;
  report.refused += refused.length;
  report.changes.push(...changed.slice(0, CHANGES_MAX - report.changes.length));
  report.errors.push(...refused.slice(0, ERRORS_MAX - report.errors.length));
}

function changeLine({ line, ref, fields }: Change): string {
  const said = Object.entries(fields).map(([name, [from, to]]) => `${name} '${from}' → '${to}'`);
  return `line ${line}: ${ref}: ${said.join(', ')}`;
}

const more = (count: number, shown: number) =>
  count > shown ? [`… and ${count - shown} more`] : [];

function textOf(report: Report): string {
  const { isDryRun, added, changed, unchanged, refused, ignoredColumns, changes, errors } = report;
  return [
    ...(isDryRun && changed > 0
      ? ['Changed:', ...changes.map(changeLine), ...more(changed, changes.length), '']
      : []),
    ...(refused > 0
      ? [
          'Refused:',
          ...errors.map(({ line, message }) => `line ${line}: ${message}`),
          ...more(refused, errors.length),
          '',
        ]
      : []),
    ...(ignoredColumns.length > 0 ? [`Ignored columns: ${ignoredColumns.join(', ')}`] : []),
    `${isDryRun ? 'Dry run, nothing is written. ' : ''}added ${added}, changed ${changed}, ` +
      `unchanged ${unchanged}, refused ${refused}`,
  ].join('\n');
}

/** Shares of a file are written beside each other. */
const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line;

type Company = Awaited<ReturnType<typeof findDomain>>;
type Job<Row> = { path: string; kind: ImportKind<Row>; input: Input; progress: Progress };

async function execute<Row extends object>(
  context: Context,
  company: Company,
  { path, kind, input, progress }: Job<Row>,
): Promise<Report> {
  const { fields } = kind;
  const isDryRun = input.isOn('dry-run');
  const file = readRows(path, {
    fields,
    dates: ['dueDate', 'openedDate'],
    map: mapOf(input, fields),
    readDate: dateReader(input.text('date-format') ?? 'YYYY-MM-DD'),
  });
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  let read = 0;
  const report: Report = { isDryRun, ...counts, ignoredColumns: [], changes: [], errors: [] };
  await importRows(context.deps, {
    kind,
    actor: { companyId: company.companyId, name: 'operator' },
    isDryRun,
    rows: file.rows,
    onRead(rows) {
      read = rows;
      progress.reading(rows, file.bytesRead());
    },
    onBatch(result) {
      add(report, result);
      progress.writing(report.added + report.changed + report.unchanged + report.refused, read);
    },
  });
  progress.end();
  return {
    ...report,
    ignoredColumns: [...file.ignored],
    changes: report.changes.sort(byLine),
    errors: report.errors.sort(byLine),
  };
}

const KINDS: readonly string[] = ['customers', 'invoices', 'lines'];

function reportOn(
  context: Context,
  company: Company,
  { kind, ...job }: Omit<Job<never>, 'kind'> & { kind: string },
): Promise<Report> {
  if (kind === 'customers') return execute(context, company, { ...job, kind: CUSTOMER_IMPORT });
  if (kind === 'lines') return execute(context, company, { ...job, kind: LINE_IMPORT });
  const today = context.deps.clock.today(company.timeZone);
  return execute(context, company, { ...job, kind: invoiceImport(today) });
}

export const IMPORT: Command = {
  name: 'import',
  args: ['<file.csv|file.ndjson>'],
  summary: 'imports customers, invoices or their lines; repeating it changes nothing',
  options: {
    company: { value: 'COMPANY', text: 'whose they are' },
    kind: { value: 'customers|invoices|lines', text: 'what the rows are' },
    map: { value: 'COLUMN=FIELD', text: 'a column with another name', isList: true },
    'date-format': { value: 'FORMAT', text: 'such as MM/DD/YYYY; YYYY-MM-DD by default' },
    'dry-run': { text: 'print what would change, and write nothing' },
  },
  example: 'invoices.csv --company harbor --kind invoices --date-format MM/DD/YYYY --dry-run',
  async run(context, input) {
    const [path = ''] = input.args;
    const kind = input.required('kind');
    if (!KINDS.includes(kind)) throw new UsageError(`--kind is one of ${KINDS.join(', ')}.`);
    const company = await findDomain(context, input.required('company'));
    const found = await stat(path).catch(() => {
      throw new OrderRefused(`${path} cannot be read.`);
    });
    const progress = progressOn(context.terminal.stderr, found.size);
    const report = await reportOn(context, company, { kind, path, input, progress });
    return { data: report, text: textOf(report), isFailure: report.refused > 0 };
  },
};
