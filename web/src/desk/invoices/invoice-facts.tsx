// The details of an invoice. Its texts and its due date can be changed.

import { INVOICE_FIELDS } from '@quittance/contract/invoices/fields';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList, type SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { formatMoney } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { FieldInputs } from '../forms/field-inputs.tsx';
import { changeBody, draftFrom, factRows, isEmpty } from '../forms/plain-fields.ts';
import { Section } from '../forms/section.tsx';
import { useDraft } from '../forms/use-draft.ts';
import { usePaths } from '../paths.ts';
import { TAG, toName } from '../records/names.ts';
import { formTexts } from '../texts/forms.ts';
import { invoiceTexts as texts } from '../texts/invoices.ts';

type Invoice = AnswerOf<'getInvoice'>;

const FACTS = ['dueDate', 'openedDate', 'description', 'poNumber', 'note', 'externalRef'] as const;
/** How the total was settled; only what was paid is always listed. */
const SETTLED = ['credited', 'waived', 'paidBefore', 'paid', 'refunded'] as const;
const EDITED = ['productName', 'description', 'poNumber', 'dueDate', 'note'] as const;

type InvoiceFactsProps = { invoice: Invoice; onChanged: (invoice: Invoice) => void };

export function InvoiceFacts({ invoice, onChanged }: InvoiceFactsProps) {
  const paths = usePaths();
  const can = useCan();
  const [isEditing, setIsEditing] = useState(false);
  const { customerId, offer, metadata } = invoice;
  const tag = metadata?.[TAG];
  const customer = useRead('getCustomer', { params: { customerId } }).answer;
  const rows: (SummaryRow | null)[] = [
    { label: texts.balance, value: <Money text={formatMoney(invoice.balance)} />, isStrong: true },
    { label: texts.total, value: <Money text={formatMoney(invoice.total)} /> },
    ...SETTLED.filter((name) => name === 'paid' || invoice[name] > 0).map((name) => ({
      label: texts[name],
      value: <Money text={formatMoney(invoice[name])} />,
    })),
    offer === null ? null : { label: texts.offer, value: <Money text={formatMoney(offer)} /> },
    {
      label: texts.customer,
      value: (
        <Link to={paths.customer(customerId)}>{customer ? toName(customer) : texts.customer}</Link>
      ),
    },
    ...factRows(INVOICE_FIELDS, invoice, { labels: texts, names: FACTS }),
    tag === undefined ? null : { label: texts.tag, value: tag },
  ];
  const edit = can('write') && invoice.voidedAt === null && (
    <Button variant="quiet" size="small" isFlush onClick={() => setIsEditing(true)}>
      {texts.edit}
    </Button>
  );
  return (
    <Section title={texts.facts} action={edit}>
      <SummaryList rows={rows.filter((row) => row !== null)} />
      {isEditing && (
        <EditInvoice invoice={invoice} onSaved={onChanged} onClose={() => setIsEditing(false)} />
      )}
    </Section>
  );
}

type EditInvoiceProps = {
  invoice: Invoice;
  onSaved: (invoice: Invoice) => void;
  onClose: () => void;
};

function EditInvoice({ invoice, onSaved, onClose }: EditInvoiceProps) {
  const action = useAction('changeInvoice');
  const form = useDraft({
    first: () => draftFrom(INVOICE_FIELDS, invoice),
    toErrors: () => ({}),
    failure: action.failure,
  });
  const save = async (): Promise<void> => {
    const body = changeBody(INVOICE_FIELDS, form.draft, invoice);
    if (isEmpty(body)) return onClose();
    const result = await action.run({ params: { invoiceId: invoice.id }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.saved });
    onSaved(result.answer);
    onClose();
  };
  return (
    <ActionDialog
      title={texts.editTitle}
      text={texts.editText}
      submitLabel={formTexts.save}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <FieldInputs fields={INVOICE_FIELDS} names={EDITED} labels={texts} form={form} />
    </ActionDialog>
  );
}
