// The fields of a new invoice other than its customer and lines.

import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FieldInputs } from '../forms/field-inputs.tsx';
import { Section } from '../forms/section.tsx';
import type { DraftForm } from '../forms/use-draft.ts';
import { newInvoiceTexts as texts } from '../texts/invoices.ts';
import type { Draft } from './new-invoice-draft.ts';

const BESIDE = [
  'accountRef',
  'productName',
  'openedDate',
  'dueDate',
  'poNumber',
  'description',
] as const;
const BELOW = ['note'] as const;
const HINTS = { productName: texts.productNameHint };

type NewInvoiceFieldsProps = { form: Pick<DraftForm<Draft>, 'draft' | 'set' | 'toError'> };

export function NewInvoiceFields({ form }: NewInvoiceFieldsProps) {
  const declared = { fields: INVOICE_FIELDS, labels: texts, hints: HINTS, form };
  return (
    <Section title={texts.what}>
      <FieldGrid>
        <FieldInputs names={BESIDE} {...declared} />
      </FieldGrid>
      <FieldInputs names={BELOW} {...declared} />
    </Section>
  );
}
