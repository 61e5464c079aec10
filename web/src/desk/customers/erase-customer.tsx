// Erasing a person (R95): a reason first, then the customer's number once more. Nothing brings it back.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { customersTexts } from '../texts/customers.ts';
import { formTexts } from '../texts/forms.ts';
import type { Customer } from './customer-draft.ts';

type EraseCustomerProps = { customer: Customer; onErased: (customer: Customer) => void };

const START = { isOpen: false, isConfirming: false, isChecked: false, reason: '', customerRef: '' };

export function EraseCustomer({ customer, onErased }: EraseCustomerProps) {
  const { id, customerRef } = customer;
  const texts = customersTexts.eraseAction;
  const action = useAction('eraseCustomer');
  const [draft, setDraft] = useState(START);
  const change = (changed: Partial<typeof START>) => setDraft({ ...draft, ...changed });
  const reason = draft.reason.trim();
  const typed = draft.customerRef.trim();
  const isConfirmed = typed.toLowerCase() === customerRef.toLowerCase();

  const submit = async (): Promise<void> => {
    const isMissing = draft.isConfirming ? !isConfirmed : reason === '';
    change({ isChecked: isMissing, isConfirming: draft.isConfirming || !isMissing });
    if (isMissing || !draft.isConfirming) return;
    const result = await action.run({
      params: { customerId: id },
      body: { reason, customerRef: typed },
    });
    if (!result.isOk) return;
    setDraft(START);
    showToast({ tone: 'success', text: texts.done });
    onErased(result.answer);
  };

  return (
    <>
      <Button variant="secondary" onClick={() => change({ isOpen: true })}>
        {texts.label}
      </Button>
      {draft.isOpen && (
        <ActionDialog
          title={texts.title}
          text={draft.isConfirming ? texts.again(customerRef) : texts.text}
          submitLabel={draft.isConfirming ? texts.confirm : texts.next}
          isDanger={draft.isConfirming}
          isRunning={action.isRunning}
          failure={action.failure}
          onSubmit={() => void submit()}
          onClose={() => setDraft(START)}
        >
          {draft.isConfirming ? (
            <Input
              key="number"
              label={customersTexts.customerRef}
              error={
                (draft.isChecked && !isConfirmed ? texts.otherNumber : undefined) ??
                fieldErrorOf(action.failure, 'customerRef')
              }
              autoComplete="off"
              value={draft.customerRef}
              onChange={({ currentTarget }) => change({ customerRef: currentTarget.value })}
            />
          ) : (
            <Input
              key="reason"
              label={formTexts.reason}
              hint={formTexts.reasonHint}
              error={draft.isChecked && reason === '' ? formTexts.reasonMissing : undefined}
              maxLength={500}
              value={draft.reason}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
          )}
        </ActionDialog>
      )}
    </>
  );
}
