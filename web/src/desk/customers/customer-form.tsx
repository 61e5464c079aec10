// Adds or changes a customer.

import { LANGUAGE_NAMES, LANGUAGES } from '@quittance/contract/language';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FieldInputs } from '../forms/field-inputs.tsx';
import { type InputName, isEmpty } from '../forms/plain-fields.ts';
import { type DraftForm, useDraft } from '../forms/use-draft.ts';
import { customersTexts } from '../texts/customers.ts';
import {
  type Customer,
  type CustomerDraft,
  FIELDS,
  toBody,
  toDraft,
  toErrors,
} from './customer-draft.ts';

type CustomerFormProps = {
  customer: Customer | null;
  onSaved: (customer: Customer) => void;
  onClose: () => void;
};

export function CustomerForm({ customer, onSaved, onClose }: CustomerFormProps) {
  const texts = customersTexts;
  const add = useAction('createCustomer');
  const change = useAction('changeCustomer');
  const action = customer ? change : add;
  const form = useDraft({ first: () => toDraft(customer), toErrors, failure: action.failure });
  const save = async (): Promise<void> => {
    if (!form.check()) return;
    const { customerRef, isTest } = form.draft;
    const body = toBody(form.draft, customer);
    if (isEmpty(body)) return onClose();
    const result = customer
      ? await change.run({ params: { customerId: customer.id }, body })
      : await add.run({ body: { ...body, customerRef, isTest } });
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
      <CustomerInputs form={form} isNew={customer === null} />
    </ActionDialog>
  );
}

const TYPES = ['person', 'business'] as const;
const LANGUAGE_OPTIONS = [
  { value: '', label: customersTexts.languageUnset } as const,
  ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
];
const LABELS = { ...customersTexts.columns, ...customersTexts };
const HINTS = {
  customerRef: customersTexts.customerRefHint,
  email: customersTexts.emailHint,
  phone: customersTexts.phoneHint,
};

function CustomerInputs({ form, isNew }: { form: DraftForm<CustomerDraft>; isNew: boolean }) {
  const texts = customersTexts;
  const { draft, set } = form;
  const inputs = <Name extends InputName<typeof FIELDS>>(...names: readonly Name[]) => (
    <FieldInputs fields={FIELDS} labels={LABELS} hints={HINTS} form={form} names={names} />
  );
  return (
    <>
      <ChoiceChips
        legend={texts.kind}
        chips={TYPES.map((value) => ({ value, label: texts.types[value] }))}
        value={draft.type}
        onValueChange={(type) => set({ type })}
      />
      {draft.type === 'business' ? (
        <Input
          label={texts.businessName}
          autoComplete="off"
          error={form.toError('businessName')}
          value={draft.businessName}
          onChange={({ currentTarget }) => set({ businessName: currentTarget.value })}
        />
      ) : (
        <FieldGrid>{inputs('firstName', 'lastName')}</FieldGrid>
      )}
      {inputs('customerRef', 'email')}
      <FieldGrid>
        {inputs('phone')}
        <Select
          label={texts.language}
          options={LANGUAGE_OPTIONS}
          value={draft.language}
          onValueChange={(language) => set({ language })}
        />
      </FieldGrid>
      <Checkbox isChecked={draft.isReminded} onCheckedChange={(isReminded) => set({ isReminded })}>
        {texts.isReminded}
      </Checkbox>
      {isNew && (
        <Checkbox isChecked={draft.isTest} onCheckedChange={(isTest) => set({ isTest })}>
          {texts.isTest}
        </Checkbox>
      )}
    </>
  );
}
