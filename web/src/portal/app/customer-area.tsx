// The sign-in pages and the pages that require a session. Without a session, a page redirects to the company's
// login, which returns to the page afterwards (product §4.17).

import { SHORT_PATHS } from '@quittance/contract/pages';
import { useEffect } from 'react';
import {
  BrowserRouter,
  generatePath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useParams,
} from 'react-router';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { PageSkeleton } from '../../shared/ui/feedback/page-skeleton.tsx';
import { EntryFailure } from '../pages/entry/entry-failure.tsx';
import { useChooseLanguage, useCustomerLanguage } from '../site/use-language.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { selectIsPortalRetried, selectPortalFailure } from '../store/portal-progress.ts';
import { enterPortal, loadPortal } from '../store/session.ts';
import { useFullStore } from '../store/use-full-store.ts';
import { CUSTOMER_PAGES, ENTRY_PAGES } from './customer-pages.tsx';

export { openAccountAt } from './customer-pages.tsx';

import { CustomerBar } from './layout/customer-bar.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';
import { SessionGuard } from './session-guard.tsx';
import { UnknownPage } from './unknown-page.tsx';
import { useCustomerSocket } from './use-customer-socket.ts';
import { useHasChanged } from './use-has-changed.ts';
import { useOtherWindows } from './use-other-windows.ts';

export function CustomerArea() {
  return (
    useFullStore() && (
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    )
  );
}

function Pages() {
  useOtherWindows();
  return (
    <Routes>
      <Route element={<EntryLayout />}>
        {ENTRY_PAGES.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
      <Route element={<SignedInLayout />}>
        {CUSTOMER_PAGES.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
      {SHORT_PATHS.map(({ path, page }) => (
        <Route key={path} path={path} element={<RedirectTo page={page} />} />
      ))}
      <Route path="/:company/*" element={<UnknownPage />} />
    </Routes>
  );
}

function RedirectTo({ page }: { page: string }) {
  return <Navigate replace to={generatePath(page, useParams())} />;
}

function EntryLayout() {
  return (
    <PortalLayout flow="auth">
      <Outlet />
    </PortalLayout>
  );
}

function SignedInLayout() {
  const { company = '' } = useParams();
  const location = useLocation();
  const dispatch = useAppDispatch();
  const { isAuthLoading, session } = useAppSelector(({ auth }) => auth);
  const isInside = session?.domain === company;
  const customerId = isInside ? session.customerId : null;
  const hasChanged = useHasChanged(customerId);
  const isRefused = !isInside && !isAuthLoading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another customer is another portal
  useEffect(() => {
    if (!isRefused) void dispatch(enterPortal(company));
  }, [dispatch, company, customerId]);
  useCustomerSocket(customerId);
  useCustomerLanguage();
  const chooseLanguage = useChooseLanguage();
  if (isRefused) return <RedirectToLogin company={company} location={location} />;
  if (hasChanged) return <Navigate replace to={hrefTo(PORTAL_PAGES.projects, { company })} />;
  const named = isInside ? namedInvoice(company, location.search) : null;
  if (named) return <Navigate replace to={named} />;
  return (
    <PortalLayout
      bar={<CustomerBar />}
      onLanguage={chooseLanguage}
      onRefresh={() => void dispatch(loadPortal())}
    >
      {isInside ? <PortalPage key={customerId} /> : <PageSkeleton />}
      {isInside && <SessionGuard session={session} />}
    </PortalLayout>
  );
}

/** No page works without the company and the customer, so the retry replaces the page. */
function PortalPage() {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectPortalFailure);
  const isRetrying = useAppSelector(selectIsPortalRetried);
  const retry = (): void => void dispatch(loadPortal());
  if (!failure) return <Outlet />;
  return <EntryFailure failure={failure} onRetry={retry} isRetrying={isRetrying} />;
}

/** Returns the page of the invoice named by `invoiceRef`, on any page of the portal (product §2.3). */
function namedInvoice(company: string, search: string): string | null {
  const query = new URLSearchParams(search);
  const invoiceRef = query.get('invoiceRef');
  if (!invoiceRef) return null;
  query.delete('invoiceRef');
  const rest = query.size > 0 ? `?${query}` : '';
  return hrefTo(PORTAL_PAGES.invoice, { company, invoiceRef }) + rest;
}

type RedirectToLoginProps = {
  company: string;
  location: Pick<Location, 'pathname' | 'search' | 'hash'>;
};

/** Keeps the query and the fragment, because both are used after the sign-in. */
function RedirectToLogin({ company, location: { pathname, search, hash } }: RedirectToLoginProps) {
  const query = new URLSearchParams(search);
  query.set('next', pathname);
  return <Navigate replace to={`${hrefTo(PORTAL_PAGES.login, { company })}?${query}${hash}`} />;
}
