// The customer's personal details, with a form to edit them.

import type { Address } from '@quittance/contract/customers/address';
import type { Customer } from '@quittance/contract/customers/portal-schemas';
import { isoDate } from '@quittance/contract/dates';
import { type ComponentType, type SubmitEvent, useState } from 'react';
import { profileTexts } from '#texts/account/profile';
import { useKeptState } from '../../shared/hooks/use-kept-state.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatDate } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { FormActions } from '../../shared/ui/form/form-actions.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { updateCustomer } from '../store/customer.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import styles from './details-form.module.css';
import {
  DETAILS_LABELS,
  type DetailsErrors,
  type DetailsField,
  errorsIn,
  toAddress,
  toAddressValues,
  toIso,
  toUpdate,
  toValues,
} from './details-form-values.ts';

function toRows({ firstName, lastName, dateOfBirth, address, customerRef }: Customer) {
  return [
    { label: profileTexts.name, value: profileTexts.fullName(firstName, lastName) },
    {
      label: profileTexts.labels.dateOfBirth,
      value: dateOfBirth ? formatDate(isoDate(toIso(dateOfBirth))) : profileTexts.notGiven,
    },
    { label: profileTexts.address, value: address?.formatted_address ?? profileTexts.notGiven },
    { label: profileTexts.customerRef, value: customerRef },
  ];
}

type DetailsCardProps = { customer: Customer; AddressSearch: AddressSearch };

export function DetailsCard({ customer, AddressSearch }: DetailsCardProps) {
  const [isEditing, setIsEditing] = useKeptState('detailsOpen', () => false);
  const edit = !isEditing && (
    <Button variant="quiet" size="small" isFlush icon="edit" onClick={() => setIsEditing(true)}>
      {profileTexts.edit}
    </Button>
  );
  return (
    <SectionCard title={profileTexts.details} action={edit}>
      {isEditing ? (
        <DetailsForm
          customer={customer}
          AddressSearch={AddressSearch}
          onDone={() => setIsEditing(false)}
        />
      ) : (
        <SummaryList rows={toRows(customer)} />
      )}
    </SectionCard>
  );
}

const css = bindClasses(styles);

const AUTO_COMPLETE: Partial<Record<DetailsField, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  dateOfBirth: 'bday',
  unit: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postalCode: 'postal-code',
};

const OPTIONAL: readonly DetailsField[] = ['dateOfBirth', 'unit'];

type AddressSearch = ComponentType<{
  label: string;
  value: Address | null;
  onChange: (address: Address | null) => void;
}>;

type DetailsFormProps = { customer: Customer; AddressSearch: AddressSearch; onDone: () => void };

/** The form for a customer's details. Typed values stay if saving fails. */
function DetailsForm({ customer, AddressSearch, onDone }: DetailsFormProps) {
  const dispatch = useAppDispatch();
  const isSaving = useAppSelector((state) => state.customer.isSaving);
  const [values, setValues] = useKeptState('details', () => toValues(customer));
  const [errors, setErrors] = useState<DetailsErrors>({});

  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = errorsIn(values);
    setErrors(found);
    if (Object.keys(found).length > 0 || isSaving) return;
    const saved = await dispatch(updateCustomer({ body: toUpdate(values) }));
    if (updateCustomer.fulfilled.match(saved)) onDone();
  };
  const field = (name: DetailsField) => (
    <Input
      label={DETAILS_LABELS[name]}
      type={name === 'dateOfBirth' ? 'date' : 'text'}
      autoComplete={AUTO_COMPLETE[name] ?? 'off'}
      isOptional={OPTIONAL.includes(name)}
      error={errors[name]}
      value={values[name]}
      onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
    />
  );
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap={5}>
        <div className={css('pair')}>
          {field('firstName')}
          {field('lastName')}
        </div>
        {field('dateOfBirth')}
        <Heading level={3}>{profileTexts.address}</Heading>
        <AddressSearch
          label={profileTexts.findAddress}
          value={toAddress(values)}
          onChange={(address) => setValues({ ...values, ...toAddressValues(address) })}
        />
        <div className={css('house')}>
          {field('streetNumber')}
          {field('street')}
        </div>
        <div className={css('pair')}>
          {field('unit')}
          {field('city')}
        </div>
        <div className={css('pair')}>
          {field('state')}
          {field('postalCode')}
        </div>
        <FormActions
          submitLabel={profileTexts.save}
          cancelLabel={profileTexts.cancel}
          isLoading={isSaving}
          onCancel={onDone}
        />
      </Stack>
    </form>
  );
}
