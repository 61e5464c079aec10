/** Importing a file. */
import type { ImportQuestion } from '@quittance/contract/exchange/import-schemas';
import { formatCount } from '@quittance/contract/format';
import { pickPlural } from '@quittance/contract/plural';

const rows = (count: number): string =>
  `${formatCount(count)} ${pickPlural('en', count, { one: 'row', other: 'rows' })}`;

const writtenSoFar = (count: number): string =>
  count === 0
    ? 'Nothing was imported.'
    : `${rows(count)} ${pickPlural('en', count, { one: 'was', other: 'were' })} imported. To complete the import, import the same file again.`;

/** Fields whose names do not say what the console calls them. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  accountRef: 'Invoice number',
  externalRef: 'External reference',
  productName: 'Title',
  openedDate: 'Invoice date',
  poNumber: 'PO number',
  paidBefore: 'Previously paid',
  copyEmails: 'CC email addresses',
  position: 'Line number',
  text: 'Description',
  unitPrice: 'Price',
};

/** 'customerRef' is 'Customer number', and 'firstName' is 'First name'. */
function toFieldName(field: string): string {
  const words = field.replace(/Ref$/, 'Number').replaceAll(/[A-Z]/g, ' $&').toLowerCase();
  return FIELD_NAMES[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export const importTexts = {
  title: 'Import',
  text: 'Adds new records and updates changed ones. Importing the same file again changes nothing. Up to 2,000,000 rows and 512 MB.',
  source: 'File to import',
  file: 'File',
  fileHint: 'CSV or Excel (.xlsx) with a header row, or one JSON object per line (.ndjson).',
  fileMissing: 'Choose a file.',
  fileEmpty: 'The file is empty.',
  fileTooLarge: 'The file is larger than 512 MB. Split it, or use the command line.',
  fileUnreadable: 'The file could not be read. Choose it again.',
  kind: 'Record type',
  kinds: {
    customers: 'Customers',
    projects: 'Projects',
    contracts: 'Contracts',
    orders: 'Orders',
    estimates: 'Estimates',
    invoices: 'Invoices',
    lines: 'Invoice line items',
  },
  columnsHint: (columns: readonly string[]) => `Columns: ${columns.join(', ')}`,
  dateFormat: 'Date format',
  dateFormats: {
    'YYYY-MM-DD': '2026-12-31 (year first)',
    'DD.MM.YYYY': '31.12.2026 (day first)',
    'DD/MM/YYYY': '31/12/2026 (day first)',
    'DD-MM-YYYY': '31-12-2026 (day first)',
    'MM/DD/YYYY': '12/31/2026 (month first)',
    'MM-DD-YYYY': '12-31-2026 (month first)',
    'YYYY/MM/DD': '2026/12/31 (year first)',
  },
  question: (setting: ImportQuestion['setting'], text: string) =>
    setting === 'sheet' ? 'Which sheet has the records?' : `What does “${text}” mean?`,
  reading: (value: string, format: string) => `${value} (${format})`,
  yearFrom: 'Two-digit years begin with',
  years: (from: number) => `Read as ${from}–${from + 99}.`,
  howRead: 'How the file was read',
  readingText:
    'Correct any mistakes, then check the file again. Your choices are also used for the next file with these columns.',
  sheet: 'Sheet',
  encoding: 'Text encoding',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16 (big-endian)',
    'windows-1252': 'Windows-1252',
  },
  delimiter: 'Column separator',
  delimiters: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', pipe: 'Pipe' },
  decimal: 'Decimal separator',
  decimals: { point: '1,234.56', comma: '1.234,56' },
  automaticOrLast: 'Automatic, or as last time',
  automatic: 'Automatic',
  found: (label: string) => `Automatic (${label})`,
  map: 'Map columns',
  column: 'Column in the file',
  fieldOf: (column: string) => `Field for ${column}`,
  fieldName: (field: string) => `${toFieldName(field)} (${field})`,
  ignoredColumn: 'Ignore',
  suggestions: 'Columns recognized by their values',
  suggestion: (column: string, field: string) => `“${column}” looks like “${toFieldName(field)}”.`,
  useSuggestions: 'Use these fields',
  sample: 'First rows',
  checkAgain: 'Check again',
  check: 'Check file',
  checking: 'Checking the file',
  running: 'Import in progress',
  runningText: 'You can leave this page. The result will be under “Recent imports”.',
  uploadingText: 'Keep this page open until the file is uploaded.',
  uploading: (percent: number) => `Uploading the file: ${percent}%`,
  waiting: 'Waiting to start',
  readingRows: (count: number) => `Reading: ${rows(count)}`,
  comparing: (done: number, all: number) => `Checked ${formatCount(done)} of ${rows(all)}`,
  writing: (done: number, all: number) => `Imported ${formatCount(done)} of ${rows(all)}`,
  cancel: 'Cancel',
  canceled: 'Canceled',
  canceledText: writtenSoFar,
  failed: 'The file could not be imported',
  failedText: writtenSoFar,
  incompleteText: 'The file was not uploaded completely. Nothing was imported.',
  run: (count: number) => `Import ${rows(count)}`,
  nothing: 'Nothing to import',
  report: 'Preview',
  reportDone: 'Imported',
  reportText: 'Nothing has been imported yet.',
  reportDoneText: 'Everything below was imported, except the refused rows.',
  added: 'Added',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
  notWritten: 'Not imported',
  ignored: (columns: string) => `These columns are ignored: ${columns}`,
  errors: 'Refused rows',
  errorsText: 'The other rows are imported. Correct these and import the file again.',
  warnings: 'Warnings',
  warningsText: 'Sums were left out. Rows with an invalid optional value were imported without it.',
  invalidValues: 'Invalid optional values',
  invalidValuesChoices: {
    refuse: 'Refuse the row',
    omit: 'Import the row without them',
  },
  changes: 'Changes',
  line: 'Line',
  message: 'Problem',
  ref: 'Number',
  field: 'Field',
  before: 'Before',
  after: 'After',
  more: (count: number) => `${formatCount(count)} more`,
  download: 'Download report (CSV)',
  another: 'Import another file',
  discard: 'Delete the uploaded file',
  recent: 'Recent imports',
  recentText: 'Imports of the last 30 days, with their reports.',
  created: 'Started',
  state: 'Status',
  show: 'Show',
  states: {
    UPLOADING: 'Not uploaded',
    QUEUED: 'Waiting',
    RUNNING: 'In progress',
    CHECKED: 'Checked only',
    DONE: 'Imported',
    FAILED: 'Failed',
    CANCELED: 'Canceled',
  },
};
