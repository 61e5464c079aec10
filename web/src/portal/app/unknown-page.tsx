// An unknown page of a company's portal: the company's layout, title and brand stay, and for a signed-in customer
// the navigation. It does not require a sign-in. Nothing is reported as missing until the company is loaded; for an
// unknown company, the company itself is reported as not found.

import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useBrand } from '../identity/use-brand.ts';
import { EntryFailure } from '../pages/entry/entry-failure.tsx';
import { PortalNotFound } from '../pages/entry/portal-not-found.tsx';
import { InvoiceSkeleton } from '../pages/invoice/invoice-skeleton.tsx';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { enterPortal } from '../store/session.ts';
import { CustomerBar } from './layout/customer-bar.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';

export function UnknownPage() {
  const { company = '' } = useParams();
  const dispatch = useAppDispatch();
  const isInside = useAppSelector(({ auth }) => auth.session?.domain === company);
  const { name, failure, ...retry } = useBrand(company);
  useEffect(() => void dispatch(enterPortal(company)), [dispatch, company]);
  return (
    <PortalLayout bar={isInside && <CustomerBar />}>
      {failure && <EntryFailure failure={failure} {...retry} />}
      {!failure && name === null && <InvoiceSkeleton />}
      {!failure && name !== null && <PortalNotFound company={company} />}
    </PortalLayout>
  );
}
