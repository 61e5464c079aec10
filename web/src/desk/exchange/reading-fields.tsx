// How the file was read, to be corrected: its text, its sheet, and which column is which field.

import { IMPORT_COLUMNS } from '@quittance/contract/exchange/import-columns';
import {
  IMPORT_DECIMALS,
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  type ImportDecimal,
  type ImportDelimiter,
  type ImportEncoding,
  type ImportKindName,
  type ImportReport as Report,
} from '@quittance/contract/exchange/import-schemas';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { importTexts } from '../texts/import.ts';

export type ImportDraft = {
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

function toOptions<Name extends string>(
  names: readonly Name[],
  labels: Readonly<Record<Name, string>>,
  automatic: string,
) {
  const options = names.map((value) => ({ value, label: labels[value] }));
  return [{ value: 'auto' as const, label: automatic }, ...options];
}

type ReadingFieldsProps = {
  draft: ImportDraft;
  report: Report;
  onChange: (part: Partial<ImportDraft>) => void;
};

export function ReadingFields({ draft, report: { file, columns }, onChange }: ReadingFieldsProps) {
  const texts = importTexts;
  const fields = IMPORT_COLUMNS[draft.kind].names.map((value) => ({
    value,
    label: texts.fieldName(value),
  }));
  const options = [{ value: '', label: texts.ignoredColumn }, ...fields];
  const toAutomatic = (found: string | false | undefined) =>
    found ? texts.found(found) : texts.automatic;
  const foundEncoding =
    draft.encoding === 'auto' && file.encoding && texts.encodings[file.encoding];
  const foundDelimiter =
    draft.delimiter === 'auto' && file.delimiter && texts.delimiters[file.delimiter];
  // Columns are mapped by name, so columns of the same name are one choice.
  const distinct = [...new Map(columns.map((column) => [column.name, column])).values()];
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
        {file.format !== 'xlsx' && (
          <Select
            label={texts.encoding}
            options={toOptions(IMPORT_ENCODINGS, texts.encodings, toAutomatic(foundEncoding))}
            value={draft.encoding}
            onValueChange={(encoding) => onChange({ encoding })}
          />
        )}
        {file.format === 'csv' && (
          <Select
            label={texts.delimiter}
            options={toOptions(IMPORT_DELIMITERS, texts.delimiters, toAutomatic(foundDelimiter))}
            value={draft.delimiter}
            onValueChange={(delimiter) => onChange({ delimiter })}
          />
        )}
        <Select
          label={texts.decimal}
          options={toOptions(IMPORT_DECIMALS, texts.decimals, texts.automaticOrLast)}
          value={draft.decimal}
          onValueChange={(decimal) => onChange({ decimal })}
        />
      </FieldGrid>
      <Suggestions draft={draft} columns={distinct} onChange={onChange} />
      {distinct.length > 0 && (
        <Table
          caption={texts.map}
          rows={distinct}
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
      )}
    </Section>
  );
}

type SuggestionsProps = Pick<ReadingFieldsProps, 'draft' | 'onChange'> & {
  columns: Report['columns'];
};

/** The first values of a column look like those of a field. */
function Suggestions({ draft: { map }, columns, onChange }: SuggestionsProps) {
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
