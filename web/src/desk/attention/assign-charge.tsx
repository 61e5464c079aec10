// Assigns a charge that no invoice could take to one (R76).

import { useState } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { showToast } from '../../ui/feedback/show-toast.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { formatMoney } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { Finder, useSearch } from '../forms/finder.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { formTexts } from '../texts/forms.ts';
import styles from './assign-charge.module.css';
import type { AttentionItem } from './attention-item.ts';

const css = bindClasses(styles);

type AssignChargeProps = { item: AttentionItem; onSettled: () => void };

export function AssignCharge(props: AssignChargeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{attentionTexts.assign}</Button>
      {isOpen && <AssignDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type Invoice = Pick<ItemOf<'listInvoices'>, 'id' | 'accountRef' | 'customerName' | 'balance'>;

const nameOf = ({ accountRef, customerName, balance }: Invoice) => ({
  title: attentionTexts.invoice(accountRef),
  text: attentionTexts.assignFound(customerName, formatMoney(balance)),
});

function AssignDialog({ item, onSettled, onClose }: AssignChargeProps & { onClose: () => void }) {
  const texts = attentionTexts;
  const action = useAction('assignCharge');
  const [invoice, setInvoice] = useState<Invoice | null>(null);
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const assign = async (): Promise<void> => {
    setIsChecked(true);
    if (invoice === null || reason.trim() === '') return;
    const result = await action.run({
      params: { chargeId: item.facts.objectId },
      body: { invoiceId: invoice.id, reason: reason.trim() },
    });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.assigned });
    onClose();
    onSettled();
  };
  return (
    <ActionDialog
      title={texts.assignTitle}
      text={item.amount === null ? undefined : texts.assignText(formatMoney(item.amount))}
      submitLabel={texts.assignConfirm}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void assign()}
      onClose={onClose}
    >
      {invoice ? (
        <Chosen invoice={invoice} onChange={() => setInvoice(null)} />
      ) : (
        <InvoiceFinder
          error={isChecked ? texts.assignMissing : undefined}
          onChoose={(found) => setInvoice(found)}
        />
      )}
      <Input
        label={formTexts.reason}
        hint={formTexts.reasonHint}
        error={
          isChecked && reason.trim() === ''
            ? formTexts.reasonMissing
            : fieldErrorOf(action.failure, 'reason')
        }
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}

function Chosen({ invoice, onChange }: { invoice: Invoice; onChange: () => void }) {
  const { title, text } = nameOf(invoice);
  return (
    <div className={css('chosen')}>
      <div>
        <Text isStrong>{title}</Text>
        <Text tone="muted">{text}</Text>
      </div>
      <Button variant="quiet" size="small" isFlush onClick={onChange}>
        {attentionTexts.assignChange}
      </Button>
    </div>
  );
}

const SHOWN = 5;

const FINDER_TEXTS = {
  label: attentionTexts.assignInvoice,
  hint: attentionTexts.assignInvoiceHint,
  none: attentionTexts.assignNotFound,
};

type InvoiceFinderProps = { error: string | undefined; onChoose: (invoice: Invoice) => void };

function InvoiceFinder({ error, onChoose }: InvoiceFinderProps) {
  const search = useSearch();
  const query = { search: search.search, limit: SHOWN };
  const { answer } = useRead('listInvoices', { query }, search);
  return (
    <Finder
      search={search}
      texts={FINDER_TEXTS}
      error={error}
      found={answer?.data}
      nameOf={nameOf}
      onChoose={onChoose}
    />
  );
}
