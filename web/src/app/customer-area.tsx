// Everything behind the sign-in: the pages that lead in, and those that need a session. A page that needs
// one and finds none sends the visitor to the company's login and back afterwards (product §4.17).

import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router';
import { hrefTo, PORTAL_PAGES } from '../lib/paths.ts';
import { NotFoundPage } from '../pages/not-found.tsx';
import { connectSocket } from '../realtime/socket.ts';
import type { Session } from '../state/auth.ts';
import { useAppDispatch, useAppSelector } from '../state/hooks.ts';
import { enterPortal } from '../state/session.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { CUSTOMER_PAGES, ENTRY_PAGES } from './customer-pages.tsx';
import { CustomerBar } from './layout/customer-bar.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';
import { PublicLayout } from './layout/public-layout.tsx';

export function CustomerArea() {
  return (
    <Routes>
      <Route element={<Entry />}>
        {ENTRY_PAGES.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
      <Route element={<SignedIn />}>
        {CUSTOMER_PAGES.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
      <Route path="*" element={<Nowhere />} />
    </Routes>
  );
}

function Entry() {
  return (
    <PortalLayout flow="auth">
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </PortalLayout>
  );
}

function SignedIn() {
  const { company = '' } = useParams();
  const location = useLocation();
  const dispatch = useAppDispatch();
  const { isAuthLoading, session } = useAppSelector(({ auth }) => auth);
  const isInside = session?.domain === company;
  useEffect(() => void dispatch(enterPortal(company)), [dispatch, company]);
  useCustomerSocket(isInside ? session : null);
  if (!isInside && !isAuthLoading) return <ToLogin company={company} location={location} />;
  return (
    <PortalLayout bar={<CustomerBar />}>
      <Suspense fallback={<PageSkeleton />}>{isInside ? <Outlet /> : <PageSkeleton />}</Suspense>
    </PortalLayout>
  );
}

type ToLoginProps = { company: string; location: { pathname: string; search: string } };

/** The references in the address come along: the login page reads them. */
function ToLogin({ company, location: { pathname, search } }: ToLoginProps) {
  const query = new URLSearchParams(search);
  query.set('next', pathname);
  return <Navigate replace to={`${hrefTo(PORTAL_PAGES.login, { company })}?${query}`} />;
}

/** Product §4.19: the customer's id is the handshake; the server checks it against the cookie (R21). */
function useCustomerSocket(session: Session | null): void {
  const dispatch = useAppDispatch();
  const customerId = session?.customerId ?? null;
  useEffect(() => {
    if (!customerId) return;
    return connectSocket({ auth: { customerId }, dispatch });
  }, [dispatch, customerId]);
}

function Nowhere() {
  return (
    <PublicLayout>
      <NotFoundPage />
    </PublicLayout>
  );
}
