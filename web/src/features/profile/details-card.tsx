// Who the customer is, as the company knows them; what of it they may change, they change here.

import type { Customer } from '@quittance/contract/customer';
import { isoDate } from '@quittance/contract/dates';
import { formatDate } from '@quittance/contract/format';
import { useState } from 'react';
import { profileTexts } from '#texts/account/profile';
import { Button } from '../../ui/actions/button.tsx';
import { SummaryList } from '../../ui/data/summary-list.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Heading } from '../../ui/text/heading.tsx';
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
  return (
    <Card label={profileTexts.details}>
      <Stack gap={4}>
        <Stack direction="row" justify="between" align="center">
          <Heading level={2}>{profileTexts.details}</Heading>
          {!isEditing && (
            <Button
              variant="quiet"
              size="small"
              isFlush
              icon="edit"
              onClick={() => setIsEditing(true)}
            >
              {profileTexts.edit}
            </Button>
          )}
        </Stack>
        {isEditing ? (
          <DetailsForm
            customer={customer}
            AddressSearch={AddressSearch}
            onDone={() => setIsEditing(false)}
          />
        ) : (
          <SummaryList rows={rowsOf(customer)} />
        )}
      </Stack>
    </Card>
  );
}
