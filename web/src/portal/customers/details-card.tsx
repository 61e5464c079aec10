// The customer's personal details, with a form to edit them.

import type { Customer } from '@quittance/contract/customers/portal-schemas';
import { isoDate } from '@quittance/contract/dates';
import { useState } from 'react';
import { profileTexts } from '#texts/account/profile';
import { formatDate } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';
import { type AddressSearch, DetailsForm } from './details-form.tsx';
import { isoOf } from './details-form-values.ts';

function rowsOf({ firstName, lastName, dateOfBirth, address, customerRef }: Customer) {
  return [
    { label: profileTexts.name, value: profileTexts.fullName(firstName, lastName) },
    {
      label: profileTexts.labels.dateOfBirth,
      value: dateOfBirth ? formatDate(isoDate(isoOf(dateOfBirth))) : profileTexts.notGiven,
    },
    { label: profileTexts.address, value: address?.formatted_address ?? profileTexts.notGiven },
    { label: profileTexts.customerRef, value: customerRef },
  ];
}

type DetailsCardProps = { customer: Customer; AddressSearch: AddressSearch };

export function DetailsCard({ customer, AddressSearch }: DetailsCardProps) {
  const [isEditing, setIsEditing] = useState(false);
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
        <SummaryList rows={rowsOf(customer)} />
      )}
    </SectionCard>
  );
}
