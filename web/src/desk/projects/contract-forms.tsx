// Adds a contract of a customer; changes its status and its document.

import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { CONTRACT_FIELDS } from '@quittance/contract/projects/fields';
import { CONTRACT_STATUSES } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { useAction } from '../api/use-action.ts';
import { parseAmount, useMoments } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FieldInputs } from '../forms/field-inputs.tsx';
import { FileInput } from '../forms/file-input.tsx';
import { draftFrom, type FieldDraft, missingIn, newBody } from '../forms/plain-fields.ts';
import { useDraft } from '../forms/use-draft.ts';
import type { ChosenCustomer } from '../records/customer-finder.tsx';
import { customerFinderTexts } from '../texts/customers.ts';
import { formTexts } from '../texts/forms.ts';
import { projectFormTexts as texts } from '../texts/project-forms.ts';
import { CustomerField } from './customer-field.tsx';

type ContractDraft = FieldDraft<typeof CONTRACT_FIELDS> & {
  customer: ChosenCustomer | null;
  amount: string;
};

const contractErrors = ({ customer, ...draft }: ContractDraft) => ({
  ...missingIn(draft, texts, ['contractRef', 'typeName', 'signedOn']),
  ...(parseAmount(draft.amount) === null ? { amount: texts.wrongAmount } : {}),
  ...(customer ? {} : { customerId: customerFinderTexts.missing }),
});

type NewContractProps = { onAdded: () => void; onClose: () => void };

export function NewContract({ onAdded, onClose }: NewContractProps) {
  const { today } = useMoments();
  const action = useAction('createContract');
  const form = useDraft<ContractDraft>({
    first: () => ({
      ...draftFrom(CONTRACT_FIELDS, null),
      customer: null,
      amount: '',
      signedOn: today(),
    }),
    toErrors: contractErrors,
    failure: action.failure,
  });
  const { customer } = form.draft;
  const add = async (): Promise<void> => {
    const amount = parseAmount(form.draft.amount);
    if (!form.check() || !customer || amount === null) return;
    const body = { customerId: customer.id, ...newBody(CONTRACT_FIELDS, form.draft), amount };
    const result = await action.run({ body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.contractAdded(result.answer.contractRef) });
    onAdded();
    onClose();
  };
  const hints = { typeName: texts.typeNameHint };
  const declared = { fields: CONTRACT_FIELDS, labels: texts, hints, form };
  return (
    <ActionDialog
      title={texts.newContract}
      text={texts.newContractText}
      submitLabel={texts.addContract}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <CustomerField
        customer={customer}
        error={form.toError('customerId')}
        onChoose={(chosen) => form.set({ customer: chosen })}
      />
      <FieldGrid>
        <FieldInputs {...declared} names={['contractRef', 'typeName']} />
        <AmountInput
          label={texts.amount}
          error={form.toError('amount')}
          value={form.draft.amount}
          onValueChange={(amount) => form.set({ amount })}
        />
        <FieldInputs {...declared} names={['signedOn']} />
      </FieldGrid>
    </ActionDialog>
  );
}

const STATUSES = CONTRACT_STATUSES.map((value) => ({ value, label: value }));

type EditContractProps = {
  contract: ItemOf<'listContracts'>;
  onSaved: () => void;
  onClose: () => void;
};

export function EditContract({ contract, onSaved, onClose }: EditContractProps) {
  const { id, contractRef, status: stored } = contract;
  const change = useAction('changeContract');
  const upload = useAction('putContractDocument');
  const [status, setStatus] = useState(stored);
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > UPLOAD_BYTES_MAX;
  const params = { contractId: id };
  /** Saves the values before the file, so that they are kept if the file is refused. */
  const save = async (): Promise<void> => {
    if (isTooLarge) return;
    if (status !== stored && !(await change.run({ params, body: { status } })).isOk) return;
    if (file) {
      const body = new Uint8Array(await file.arrayBuffer());
      const result = await upload.run({ params, query: { name: file.name }, body });
      if (!result.isOk) return;
    }
    showToast({ tone: 'success', text: formTexts.saved });
    onSaved();
    onClose();
  };
  return (
    <ActionDialog
      title={texts.editContract(contractRef)}
      submitLabel={formTexts.save}
      isRunning={change.isRunning || upload.isRunning}
      failure={change.failure ?? upload.failure}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Select label={texts.status} options={STATUSES} value={status} onValueChange={setStatus} />
      <FileInput
        label={texts.file}
        hint={texts.fileHint}
        error={isTooLarge ? texts.fileTooLarge : undefined}
        accept="application/pdf"
        onFile={setFile}
      />
    </ActionDialog>
  );
}
