// How the file was read, to be corrected: its text, its sheet, and which column is which field.

import { isoDate } from '@quittance/contract/dates';
import { IMPORT_COLUMNS } from '@quittance/contract/exchange/import-columns';
import {
  IMPORT_DATE_FORMATS,
  IMPORT_DECIMALS,
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  IMPORT_INVALID_VALUES,
  type ImportDecimal,
  type ImportDelimiter,
  type ImportEncoding,
  type ImportInvalidValues,
  type ImportKindName,
  type ImportQuestion,
  type ImportReport as Report,
} from '@quittance/contract/exchange/import-schemas';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { formatDay } from '../format.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { importTexts } from '../texts/import.ts';

export type ImportDraft = {
  kind: ImportKindName;
  file: File | null;
  encoding: ImportEncoding | 'auto';
  delimiter: ImportDelimiter | 'auto';
  decimal: ImportDecimal | 'auto';
  dateFormat: string;
  /** First of the hundred years of two-digit years; empty for the usual ones. */
  yearFrom: string;
  invalidValues: ImportInvalidValues;
  sheet: string | null;
  /** Field by column name, as chosen on the screen; empty to ignore the column. */
  map: Readonly<Record<string, string>>;
};

function toOptions<Name extends string>(
  names: readonly Name[],
  labels: Readonly<Record<Name, string>>,
  automatic: string,
) {
  const options = names.map((value) => ({ value, label: labels[value] }));
  return [{ value: 'auto' as const, label: automatic }, ...options];
}

/** The last day of a year shows which number is the day. */
const toExample = (format: string): string =>
  format.replace('YYYY', '2026').replace('YY', '26').replace('MM', '12').replace('DD', '31');

type ReadingFieldsProps = {
  draft: ImportDraft;
  report: Report;
  onChange: (part: Partial<ImportDraft>) => void;
};

export function ReadingFields({ draft, report, onChange }: ReadingFieldsProps) {
  const texts = importTexts;
  // Columns are mapped by name, so columns of the same name are one choice.
  const columns = [...new Map(report.columns.map((column) => [column.name, column])).values()];
  return (
    <Section title={texts.howRead} text={texts.readingText}>
      {report.question && <Question draft={draft} question={report.question} onChange={onChange} />}
      <FormatFields draft={draft} file={report.file} onChange={onChange} />
      <Suggestions draft={draft} columns={columns} onChange={onChange} />
      {columns.length > 0 && <ColumnFields draft={draft} columns={columns} onChange={onChange} />}
    </Section>
  );
}

/** One of the readings may be a day that no calendar has. */
function toDay(value: string): string {
  try {
    return formatDay(isoDate(value));
  } catch {
    return value;
  }
}

const isDecimal = (choice: string): choice is ImportDecimal =>
  IMPORT_DECIMALS.some((decimal) => decimal === choice);

function toLabel(
  setting: ImportQuestion['setting'],
  { choice, value }: ImportQuestion['choices'][number],
): string {
  const texts = importTexts;
  if (setting === 'dateFormat') return texts.reading(toDay(value), choice);
  return isDecimal(choice) ? texts.reading(value, texts.decimals[choice]) : choice;
}

type QuestionProps = Pick<ReadingFieldsProps, 'draft' | 'onChange'> & { question: ImportQuestion };

/** The values of the file leave a doubt, and a wrong guess would be a wrong amount or date. */
function Question({ draft, question: { setting, text, choices }, onChange }: QuestionProps) {
  const texts = importTexts;
  return (
    <Notice tone="warning">
      <ChoiceChips
        legend={texts.question(setting, text ?? '')}
        chips={choices.map(({ choice, value }) => ({
          value: choice,
          label: toLabel(setting, { choice, value }),
        }))}
        value={draft[setting] ?? ''}
        onValueChange={(choice) => onChange({ [setting]: choice })}
      />
    </Notice>
  );
}

type FormatFieldsProps = Pick<ReadingFieldsProps, 'draft' | 'onChange'> & { file: Report['file'] };

function FormatFields({ draft, file, onChange }: FormatFieldsProps) {
  const texts = importTexts;
  const { encoding, delimiter } = file;
  const toAutomatic = (setting: 'encoding' | 'delimiter', found: string | undefined) =>
    draft[setting] === 'auto' && found !== undefined ? texts.found(found) : texts.automatic;
  return (
    <FieldGrid>
      {file.sheets && (
        <Select
          label={texts.sheet}
          options={file.sheets.map((value) => ({ value, label: value }))}
          value={draft.sheet ?? file.sheet ?? ''}
          onValueChange={(sheet) => onChange({ sheet })}
        />
      )}
      {file.format !== 'xlsx' && (
        <Select
          label={texts.encoding}
          options={toOptions(
            IMPORT_ENCODINGS,
            texts.encodings,
            toAutomatic('encoding', encoding && texts.encodings[encoding]),
          )}
          value={draft.encoding}
          onValueChange={(chosen) => onChange({ encoding: chosen })}
        />
      )}
      {file.format === 'csv' && (
        <Select
          label={texts.delimiter}
          options={toOptions(
            IMPORT_DELIMITERS,
            texts.delimiters,
            toAutomatic('delimiter', delimiter && texts.delimiters[delimiter]),
          )}
          value={draft.delimiter}
          onValueChange={(chosen) => onChange({ delimiter: chosen })}
        />
      )}
      <ValueFields draft={draft} file={file} onChange={onChange} />
      <Select
        label={texts.invalidValues}
        options={IMPORT_INVALID_VALUES.map((value) => ({
          value,
          label: texts.invalidValuesChoices[value],
        }))}
        value={draft.invalidValues}
        onValueChange={(invalidValues) => onChange({ invalidValues })}
      />
    </FieldGrid>
  );
}

/** Formats of amounts and dates. */
function ValueFields({ draft, file, onChange }: FormatFieldsProps) {
  const texts = importTexts;
  const { dates, amounts } = IMPORT_COLUMNS[draft.kind];
  const { formats = {}, yearFrom } = file;
  const toFound = (fields: readonly string[], toLabel: (format: string) => string) => {
    const found = new Set(fields.flatMap((field) => formats[field] ?? []).map(toLabel));
    return found.size > 0 ? texts.found([...found].join(', ')) : texts.automaticOrLast;
  };
  const dateFormats = IMPORT_DATE_FORMATS.map((value) => ({
    value: String(value),
    label: texts.dateFormats[value],
  }));
  const isListed = dateFormats.some(({ value }) => value === draft.dateFormat);
  const otherFormat = { value: draft.dateFormat, label: toExample(draft.dateFormat) };
  return (
    <>
      {amounts.length > 0 && (
        <Select
          label={texts.decimal}
          options={toOptions(
            IMPORT_DECIMALS,
            texts.decimals,
            toFound(amounts, (format) => (isDecimal(format) ? texts.decimals[format] : format)),
          )}
          value={draft.decimal}
          onValueChange={(decimal) => onChange({ decimal })}
        />
      )}
      {dates.length > 0 && (
        <Select
          label={texts.dateFormat}
          options={[
            { value: 'auto', label: toFound(dates, toExample) },
            ...(isListed || draft.dateFormat === 'auto' ? [] : [otherFormat]),
            ...dateFormats,
          ]}
          value={draft.dateFormat}
          onValueChange={(chosen) => onChange({ dateFormat: chosen })}
        />
      )}
      {yearFrom !== undefined && (
        <Input
          label={texts.yearFrom}
          hint={texts.years(yearFrom)}
          inputMode="numeric"
          value={draft.yearFrom}
          placeholder={String(yearFrom)}
          onChange={({ currentTarget }) => onChange({ yearFrom: currentTarget.value })}
        />
      )}
    </>
  );
}

type ColumnFieldsProps = Pick<ReadingFieldsProps, 'draft' | 'onChange'> & {
  columns: Report['columns'];
};

function ColumnFields({ draft: { kind, map }, columns, onChange }: ColumnFieldsProps) {
  const texts = importTexts;
  const fields = IMPORT_COLUMNS[kind].names.map((value) => ({
    value,
    label: texts.fieldName(value),
  }));
  const options = [{ value: '', label: texts.ignoredColumn }, ...fields];
  return (
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
              value={map[name] ?? field ?? ''}
              onValueChange={(chosen) => onChange({ map: { ...map, [name]: chosen } })}
            />
          ),
        },
      ]}
    />
  );
}

/** The first values of a column look like those of a field. */
function Suggestions({ draft: { map }, columns, onChange }: ColumnFieldsProps) {
  const texts = importTexts;
  const suggested = columns.flatMap(({ name, suggestedField: field }) =>
    field !== undefined && map[name] === undefined ? [[name, field] as const] : [],
  );
  if (suggested.length === 0) return null;
  return (
    <Notice tone="info" title={texts.suggestions}>
      <Stack gap={3}>
        {suggested.map(([name, field]) => texts.suggestion(name, field)).join(' ')}
        <div>
          <Button
            variant="secondary"
            size="small"
            onClick={() => onChange({ map: { ...map, ...Object.fromEntries(suggested) } })}
          >
            {texts.useSuggestions}
          </Button>
        </div>
      </Stack>
    </Notice>
  );
}
