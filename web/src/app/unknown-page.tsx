// An unknown page of a company's portal: the company's layout, title and brand stay, and for a signed-in
// customer the navigation. It does not ask to sign in.

import { useEffect } from 'react';
import { useParams } from 'react-router';
import { EntryFailure } from '../pages/portal/entry/entry-failure.tsx';
import { PortalNotFound } from '../pages/portal/entry/portal-not-found.tsx';
import { loadCompanyBrand } from '../state/session/company.ts';
import { enterPortal } from '../state/session/session.ts';
import { useAppDispatch, useAppSelector } from '../state/store/hooks.ts';
import { CustomerBar } from './layout/customer-bar.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';

export function UnknownPage() {
  const { company = '' } = useParams();
  const dispatch = useAppDispatch();
  const isInside = useAppSelector(({ auth }) => auth.session?.domain === company);
  const { brand, failure } = useAppSelector((state) => state.company);
  const load = (): void => void dispatch(loadCompanyBrand({ params: { company } }));
  useEffect(load, [dispatch, company]);
  useEffect(() => void dispatch(enterPortal(company)), [dispatch, company]);
  return (
    <PortalLayout bar={isInside && <CustomerBar />}>
      {failure && !brand ? (
        <EntryFailure failure={failure} onRetry={load} />
      ) : (
        <PortalNotFound company={company} />
      )}
    </PortalLayout>
  );
}
