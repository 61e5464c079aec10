/** Imports a file: customers, projects, contracts, orders, estimates, invoices or invoice lines. */
import { stat } from 'node:fs/promises';
import { formatChanged } from '@quittance/contract/exchange/import-columns';
import {
  IMPORT_DECIMALS,
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  IMPORT_KINDS,
  type ImportChange,
  type ImportError,
  type ImportFormat,
  type ImportReport,
  importKindSchema,
  yearFromSchema,
} from '@quittance/contract/exchange/import-schemas';
import { importFile } from '../../../exchange/import/import-file.ts';
import { FileRefused } from '../../../exchange/import/rows.ts';
import { OrderRefused } from '../../order-refused.ts';
import { type Command, type Context, findDomain, type Input, UsageError } from '../command.ts';
import { progressOn } from '../progress.ts';

/** One writer would leave a database core idle; more than two would take cores from payers. */
const WRITERS = 2;

function changeLine({ line, ref, fields }: ImportChange): string {
  const said = Object.entries(fields).map(([name, values]) => {
    const [from, to] = values.map((value) => formatChanged(name, value));
    return `${name} '${from}' → '${to}'`;
  });
  return `line ${line}: ${ref}: ${said.join(', ')}`;
}

function errorLine({ line, code, message }: ImportError): string {
  return `line ${line}: ${code === 'INVALID_REQUEST' ? '' : `${code}: `}${message}`;
}

const warningLine = ({ line, message }: ImportReport['warnings'][number]) =>
  `line ${line}: ${message}`;

const more = (count: number, shown: number) =>
  count > shown ? [`… and ${count - shown} more`] : [];

/** Found or chosen, so that a wrong finding is seen before anything is written. */
function toReading({ file }: ImportReport): string {
  const { format, encoding, delimiter, sheet, formats = {}, yearFrom } = file;
  const settings = [
    format,
    ...(encoding === undefined ? [] : [encoding]),
    ...(delimiter === undefined ? [] : [delimiter]),
    ...(sheet === undefined ? [] : [`sheet ${sheet}`]),
    ...Object.entries(formats).map(([field, found]) => `${field} ${found}`),
    ...(yearFrom === undefined ? [] : [`two-digit years from ${yearFrom}`]),
  ];
  return `Read as ${settings.join(', ')}`;
}

function toText(report: ImportReport): string {
  const { isDryRun, added, changed, unchanged, refused, warned } = report;
  const { ignoredColumns, changes, errors, warnings } = report;
  return [
    ...(report.problem === null ? [] : [report.problem, '']),
    ...(isDryRun && changed > 0
      ? ['Changed:', ...changes.map(changeLine), ...more(changed, changes.length), '']
      : []),
    ...(refused > 0
      ? ['Refused:', ...errors.map(errorLine), ...more(refused, errors.length), '']
      : []),
    ...(warned > 0
      ? ['Warnings:', ...warnings.map(warningLine), ...more(warned, warnings.length), '']
      : []),
    ...(isDryRun ? [toReading(report)] : []),
    ...(ignoredColumns.length > 0 ? [`Ignored columns: ${ignoredColumns.join(', ')}`] : []),
    `${isDryRun ? 'Dry run, nothing is written. ' : ''}added ${added}, changed ${changed}, ` +
      `unchanged ${unchanged}, refused ${refused}`,
  ].join('\n');
}

function toFormat(path: string): ImportFormat {
  if (/\.(ndjson|jsonl)$/i.test(path)) return 'ndjson';
  if (/\.xlsx$/i.test(path)) return 'xlsx';
  if (/\.(csv|txt|tsv)$/i.test(path)) return 'csv';
  throw new OrderRefused(`${path}: the name of the file must end with .csv, .xlsx or .ndjson`);
}

/** @throws UsageError */
function choice<Name extends string>(input: Input, option: string, names: readonly Name[]) {
  const given = input.text(option);
  const found = names.find((name) => name === given);
  if (given === undefined) return 'auto' as const;
  if (found) return found;
  throw new UsageError(`--${option} is one of ${names.join(', ')}.`);
}

/** @throws UsageError */
function toYear(input: Input): number | undefined {
  const text = input.text('year-from');
  if (text === undefined) return undefined;
  const year = yearFromSchema.safeParse(Number(text));
  if (!year.success) throw new UsageError('--year-from is a year from 1900 to 2100.');
  return year.data;
}

function toKind(input: Input) {
  const kind = importKindSchema.safeParse(input.required('kind'));
  if (!kind.success) throw new UsageError(`--kind is one of ${IMPORT_KINDS.join(', ')}.`);
  return kind.data;
}

const OPTIONS: Readonly<Partial<Record<FileRefused['part'], string>>> = {
  dateFormat: '--date-format',
  decimal: '--decimal',
  sheet: '--sheet',
};

function asTyped(error: unknown): unknown {
  if (!(error instanceof FileRefused)) return error;
  const { part, message, sentence } = error;
  if (part === 'map') return new UsageError(`--map ${message}`);
  const option = OPTIONS[part];
  return new OrderRefused(option === undefined ? message : `${sentence} (${option})`);
}

type Company = Awaited<ReturnType<typeof findDomain>>;

async function run({ deps, terminal }: Context, input: Input, company: Company) {
  const [path = ''] = input.args;
  const kind = toKind(input);
  const format = toFormat(path);
  const { size } = await stat(path).catch(() => {
    throw new OrderRefused(`${path} cannot be read.`);
  });
  const progress = progressOn(terminal.stderr, size);
  let read = 0;
  const report = await importFile(deps, {
    kind,
    format,
    source: path,
    bytes: size,
    writers: WRITERS,
    rowsMax: Number.POSITIVE_INFINITY,
    actor: { companyId: company.companyId, name: 'operator' },
    map: input.list('map'),
    encoding: choice(input, 'encoding', IMPORT_ENCODINGS),
    delimiter: choice(input, 'delimiter', IMPORT_DELIMITERS),
    decimal: choice(input, 'decimal', IMPORT_DECIMALS),
    sheet: input.text('sheet'),
    dateFormat: input.text('date-format') ?? 'auto',
    yearFrom: toYear(input),
    invalidValues: input.isOn('omit-invalid') ? 'omit' : 'refuse',
    isDryRun: input.isOn('dry-run'),
    today: deps.clock.today(company.timeZone),
    onRead(rows, bytes) {
      read = rows;
      progress.reading(rows, bytes);
    },
    onWritten: (rows) => progress.writing(rows, read),
  });
  progress.end();
  return report;
}

export const IMPORT: Command = {
  name: 'import',
  args: ['<file.csv|file.xlsx|file.ndjson>'],
  summary: 'Import customers, invoices and related records; repeating an import changes nothing',
  options: {
    company: { value: 'COMPANY', text: 'company that owns the records' },
    kind: { value: IMPORT_KINDS.join('|'), text: 'type of record in the file' },
    map: { value: 'COLUMN=FIELD', text: 'field for a column with another name', isList: true },
    'date-format': { value: 'FORMAT', text: 'such as MM/DD/YYYY; by default as the values show' },
    'year-from': { value: 'YEAR', text: 'first year for two digits; 80 years ago by default' },
    encoding: { value: IMPORT_ENCODINGS.join('|'), text: 'text encoding; detected by default' },
    delimiter: {
      value: IMPORT_DELIMITERS.join('|'),
      text: 'column delimiter; detected by default',
    },
    decimal: {
      value: IMPORT_DECIMALS.join('|'),
      text: 'decimal separator; by default as the values show',
    },
    sheet: {
      value: 'NAME',
      text: 'visible sheet of an Excel file; by default the only one with rows',
    },
    'omit-invalid': { text: 'import rows without invalid values such as phone numbers' },
    'dry-run': { text: 'print what would change, and write nothing' },
  },
  example: 'invoices.csv --company harbor --kind invoices --date-format MM/DD/YYYY --dry-run',
  async run(context, input) {
    const company = await findDomain(context, input.required('company'));
    const report = await run(context, input, company).catch((error: unknown) => {
      throw asTyped(error);
    });
    const isFailure = report.refused > 0 || report.problem !== null;
    return { data: report, text: toText(report), isFailure };
  },
};
