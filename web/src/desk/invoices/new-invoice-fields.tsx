// The fields of a new invoice beside its customer and lines.

import { Input } from '../../shared/ui/form/input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import { newInvoiceTexts } from '../texts/invoices.ts';
import type { Draft } from './new-invoice-draft.ts';

type NewInvoiceFieldsProps = {
  draft: Draft;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
};

type TextField = 'accountRef' | 'productName' | 'description' | 'poNumber';

export function NewInvoiceFields({ draft, errorOf, onChange }: NewInvoiceFieldsProps) {
  const texts = newInvoiceTexts;
  const text = (name: TextField, more: { hint?: string; isOptional?: boolean } = {}) => (
    <Input
      {...more}
      label={texts[name]}
      error={errorOf(name)}
      value={draft[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  const date = (name: 'dueDate' | 'openedDate') => (
    <Input
      label={texts[name]}
      type="date"
      error={errorOf(name)}
      value={draft[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  return (
    <Section title={texts.what}>
      <FieldGrid>
        {text('accountRef')}
        {text('productName', { hint: texts.productNameHint })}
        {date('openedDate')}
        {date('dueDate')}
        {text('poNumber', { isOptional: true })}
        {text('description', { isOptional: true })}
      </FieldGrid>
      <Input
        label={texts.note}
        isOptional
        error={errorOf('note')}
        value={draft.note}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
    </Section>
  );
}
