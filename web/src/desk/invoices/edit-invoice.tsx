// Changes the texts and the due date of an invoice.

import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { formTexts } from '../texts/forms.ts';
import { invoiceTexts } from '../texts/invoices.ts';

type Invoice = AnswerOf<'getInvoice'>;

type EditInvoiceProps = {
  invoice: Invoice;
  onSaved: (invoice: Invoice) => void;
  onClose: () => void;
};

export function EditInvoice({ invoice, onSaved, onClose }: EditInvoiceProps) {
  const texts = invoiceTexts;
  const action = useAction('changeInvoice');
  const [draft, setDraft] = useState({
    productName: invoice.productName,
    description: invoice.description ?? '',
    poNumber: invoice.poNumber ?? '',
    note: invoice.note ?? '',
    dueDate: invoice.dueDate as string, // because a field holds any text
  });
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const save = async (): Promise<void> => {
    const { productName, description, poNumber, note, dueDate } = draft;
    const body = {
      productName: productName.trim(),
      description: description.trim() || null,
      poNumber: poNumber.trim() || null,
      note: note.trim() || null,
      // Sent only when it was changed: it is refused once something is paid.
      ...(dueDate === invoice.dueDate ? {} : { dueDate }),
    };
    const result = await action.run({ params: { invoiceId: invoice.id }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.saved });
    onSaved(result.answer);
    onClose();
  };
  const errorOf = (field: string) => fieldErrorOf(action.failure, field);
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
      <Input
        label={texts.product}
        error={errorOf('productName')}
        value={draft.productName}
        onChange={({ currentTarget }) => set({ productName: currentTarget.value })}
      />
      <Input
        label={texts.description}
        isOptional
        error={errorOf('description')}
        value={draft.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <Input
        label={texts.poNumber}
        isOptional
        error={errorOf('poNumber')}
        value={draft.poNumber}
        onChange={({ currentTarget }) => set({ poNumber: currentTarget.value })}
      />
      <Input
        label={texts.due}
        type="date"
        error={errorOf('dueDate')}
        value={draft.dueDate}
        onChange={({ currentTarget }) => set({ dueDate: currentTarget.value })}
      />
      <Input
        label={texts.note}
        isOptional
        error={errorOf('note')}
        value={draft.note}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
    </ActionDialog>
  );
}
