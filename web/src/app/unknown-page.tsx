// An unknown page of a company's portal: the company's layout, title and brand stay, and for a signed-in
// customer the navigation. It does not ask to sign in. Until the company is known, nothing is claimed to be missing:
// in the portal of an unknown company it is the company that cannot be found.

import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useBrand } from '../features/sign-in/use-brand.ts';
import { EntryFailure } from '../pages/portal/entry/entry-failure.tsx';
import { PortalNotFound } from '../pages/portal/entry/portal-not-found.tsx';
import { InvoiceSkeleton } from '../pages/portal/invoice/invoice-skeleton.tsx';
import { enterPortal } from '../state/session/session.ts';
import { useAppDispatch, useAppSelector } from '../state/store/hooks.ts';
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
