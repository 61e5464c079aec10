// The file, and how it is read.

import { IMPORT_KINDS } from '@quittance/contract/exchange/import-schemas';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FileInput } from '../forms/file-input.tsx';
import { Section } from '../forms/section.tsx';
import { importTexts } from '../texts/import.ts';
import type { ImportDraft } from './import-draft.ts';

type ImportFieldsProps = {
  draft: ImportDraft;
  fileError: string | undefined;
  onChange: (part: Partial<ImportDraft>) => void;
};

const ACCEPTED = '.csv,.ndjson,.jsonl,text/csv,application/x-ndjson';

export function ImportFields({ draft, fileError, onChange }: ImportFieldsProps) {
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
        {texts.columnsHint(texts.columnsOf[draft.kind])}
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
