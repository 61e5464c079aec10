// Adds a contract of a customer; changes its status and its document.

import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { CONTRACT_STATUSES } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { useAction } from '../api/use-action.ts';
import { amountOf, useMoments } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { DraftInput } from '../forms/draft-input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FileInput } from '../forms/file-input.tsx';
import { missingIn } from '../forms/missing-in.ts';
import { useDraft } from '../forms/use-draft.ts';
import type { ChosenCustomer } from '../records/customer-finder.tsx';
import { customerFinderTexts } from '../texts/customers.ts';
import { formTexts } from '../texts/forms.ts';
import { projectFormTexts as texts } from '../texts/project-forms.ts';
import { CustomerField } from './customer-field.tsx';

type ContractDraft = {
  customer: ChosenCustomer | null;
  contractRef: string;
  typeName: string;
  amount: string;
  signedOn: string;
};

const contractErrors = ({ customer, ...draft }: ContractDraft) => ({
  ...missingIn(draft, texts, ['contractRef', 'typeName', 'signedOn']),
  ...(amountOf(draft.amount) === null ? { amount: texts.wrongAmount } : {}),
  ...(customer ? {} : { customerId: customerFinderTexts.missing }),
});

type NewContractProps = { onAdded: () => void; onClose: () => void };

export function NewContract({ onAdded, onClose }: NewContractProps) {
  const { today } = useMoments();
  const action = useAction('createContract');
  const form = useDraft<ContractDraft>({
    first: () => ({
      ...{ customer: null, contractRef: '', typeName: '', amount: '' },
      signedOn: today(),
    }),
    errorsOf: contractErrors,
    failure: action.failure,
  });
  const { customer, contractRef, typeName, signedOn } = form.draft;
  const add = async (): Promise<void> => {
    const amount = amountOf(form.draft.amount);
    if (!form.check() || !customer || amount === null) return;
    const body = {
      ...{ customerId: customer.id, amount, signedOn },
      ...{ contractRef: contractRef.trim(), typeName: typeName.trim() },
    };
    const result = await action.run({ body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.contractAdded(result.answer.contractRef) });
    onAdded();
    onClose();
  };
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
        error={form.errorOf('customerId')}
        onChoose={(chosen) => form.set({ customer: chosen })}
      />
      <FieldGrid>
        <DraftInput form={form} name="contractRef" label={texts.contractRef} />
        <DraftInput form={form} name="typeName" label={texts.typeName} hint={texts.typeNameHint} />
        <DraftInput form={form} name="amount" label={texts.amount} type="amount" />
        <DraftInput form={form} name="signedOn" label={texts.signedOn} type="date" />
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
  /** One after the other: what was saved stays when the file is refused. */
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
