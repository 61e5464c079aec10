// Adds or changes a customer.

import { LANGUAGE_NAMES, LANGUAGES } from '@quittance/contract/language';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { customersTexts } from '../texts/customers.ts';
import { bodyOf, type Customer, type CustomerDraft, draftOf, errorsOf } from './customer-draft.ts';

type CustomerFormProps = {
  /** Null for a new one. */
  customer: Customer | null;
  onSaved: (customer: Customer) => void;
  onClose: () => void;
};

export function CustomerForm({ customer, onSaved, onClose }: CustomerFormProps) {
  const texts = customersTexts;
  const add = useAction('createCustomer');
  const change = useAction('changeCustomer');
  const action = customer ? change : add;
  const [draft, setDraft] = useState(() => draftOf(customer));
  const [isChecked, setIsChecked] = useState(false);
  const own = errorsOf(draft);
  const save = async (): Promise<void> => {
    setIsChecked(true);
    if (Object.keys(own).length > 0) return;
    const body = bodyOf(draft);
    const result = customer
      ? await change.run({ params: { customerId: customer.id }, body })
      : await add.run({ body: { ...body, isTest: draft.isTest } });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.saved });
    onSaved(result.answer);
    onClose();
  };
  return (
    <ActionDialog
      title={customer ? texts.editTitle : texts.addTitle}
      submitLabel={texts.save}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <CustomerFields
        draft={draft}
        isNew={customer === null}
        errorOf={(field) =>
          (isChecked ? own[field] : undefined) ?? fieldErrorOf(action.failure, field)
        }
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
    </ActionDialog>
  );
}

type CustomerFieldsProps = {
  draft: CustomerDraft;
  isNew: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<CustomerDraft>) => void;
};

type TextField = 'firstName' | 'lastName' | 'businessName' | 'customerRef';

const TYPES = ['person', 'business'] as const;

function CustomerFields({ draft, isNew, errorOf, onChange }: CustomerFieldsProps) {
  const texts = customersTexts;
  const text = (name: TextField, hint?: string) => (
    <Input
      label={texts[name]}
      hint={hint}
      error={errorOf(name)}
      autoComplete="off"
      value={draft[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  const languages = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  return (
    <>
      <ChoiceChips
        legend={texts.kind}
        chips={TYPES.map((value) => ({ value, label: texts.types[value] }))}
        value={draft.type}
        onValueChange={(type) => onChange({ type })}
      />
      {draft.type === 'business' ? (
        text('businessName')
      ) : (
        <FieldGrid>
          {text('firstName')}
          {text('lastName')}
        </FieldGrid>
      )}
      {text('customerRef', texts.customerRefHint)}
      <Input
        label={texts.columns.email}
        hint={texts.emailHint}
        isOptional
        type="email"
        autoComplete="off"
        error={errorOf('email')}
        value={draft.email}
        onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
      />
      <FieldGrid>
        <Input
          label={texts.columns.phone}
          hint={texts.phoneHint}
          isOptional
          type="tel"
          autoComplete="off"
          error={errorOf('phone')}
          value={draft.phone}
          onChange={({ currentTarget }) => onChange({ phone: currentTarget.value })}
        />
        <Select
          label={texts.language}
          options={[{ value: '', label: texts.languageUnset } as const, ...languages]}
          value={draft.language}
          onValueChange={(language) => onChange({ language })}
        />
      </FieldGrid>
      {isNew && (
        <Checkbox isChecked={draft.isTest} onCheckedChange={(isTest) => onChange({ isTest })}>
          {texts.isTest}
        </Checkbox>
      )}
    </>
  );
}
