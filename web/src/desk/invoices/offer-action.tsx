// Offers to settle an invoice for less, and withdraws an offer.

import { ActionButton } from '../forms/action-button.tsx';
import { subtractCents } from '@quittance/contract/money';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useAction } from '../api/use-action.ts';
import { amountOf, formatMoney } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { invoiceTexts } from '../texts/invoices.ts';

type OfferActionProps = { invoice: AnswerOf<'getInvoice'>; onChanged: () => void };

export function OfferAction(props: OfferActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {invoiceTexts.offerAction}
      </Button>
      {props.invoice.offer !== null && <WithdrawOffer {...props} />}
      {isOpen && <OfferDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function OfferDialog({ invoice, onChanged, onClose }: OfferActionProps & { onClose: () => void }) {
  const texts = invoiceTexts;
  const action = useAction('offerSettlement');
  const [text, setText] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const typed = amountOf(text);
  const amount = typed !== null && typed < invoice.balance ? typed : null;
  const balance = formatMoney(invoice.balance);
  const offer = async (): Promise<void> => {
    setIsChecked(true);
    if (amount === null) return;
    const result = await action.run({ params: { invoiceId: invoice.id }, body: { amount } });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.offered });
    onClose();
    onChanged();
  };
  return (
    <ActionDialog
      title={texts.offerTitle}
      text={texts.offerText(balance)}
      submitLabel={amount === null ? texts.offerPlain : texts.offerConfirm(formatMoney(amount))}
      isRunning={action.isRunning}
      failure={action.failure}
      onSubmit={() => void offer()}
      onClose={onClose}
    >
      <AmountInput
        label={texts.offerAmount}
        hint={
          amount === null
            ? undefined
            : texts.offerWaived(formatMoney(subtractCents(invoice.balance, amount)))
        }
        error={isChecked && amount === null ? texts.offerWrong(balance) : undefined}
        value={text}
        onValueChange={setText}
      />
    </ActionDialog>
  );
}

function WithdrawOffer({ invoice, onChanged }: OfferActionProps) {
  return (
    <ActionButton
      variant="secondary"
      call="withdrawOffer"
      input={{ params: { invoiceId: invoice.id } }}
      label={invoiceTexts.withdraw}
      done={invoiceTexts.withdrawn}
      onDone={onChanged}
    />
  );
}
