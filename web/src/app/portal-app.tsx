// The portal: its pages, in their layout, on the store. Only the page behind a public link is in the
// first download; whoever signs in fetches the rest.

import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, Route, Routes, useParams } from 'react-router';
import { PORTAL_PAGES } from '../lib/paths.ts';
import { InvoiceSkeleton } from '../pages/portal/invoice-skeleton.tsx';
import { PublicInvoicePage } from '../pages/portal/public-invoice.tsx';
import { reportFailure } from '../state/report-failure.ts';
import type { AppStore } from '../state/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';

const CustomerArea = lazy(async () => ({
  default: (await import('./customer-area.tsx')).CustomerArea,
}));

export function PortalApp({ store }: { store: AppStore }) {
  return (
    <ErrorBoundary onError={(error) => void store.dispatch(reportFailure(error))}>
      <Provider store={store}>
        <BrowserRouter>
          <Routes>
            <Route path={PORTAL_PAGES.payLink} element={<PayLink />} />
            <Route path="*" element={<Area />} />
          </Routes>
        </BrowserRouter>
      </Provider>
    </ErrorBoundary>
  );
}

/** Another link is another page: nothing of the former one may shine through. */
function PayLink() {
  const { company = '', token = '' } = useParams();
  return (
    <PortalLayout>
      <PublicInvoicePage key={`${company}/${token}`} company={company} token={token} />
    </PortalLayout>
  );
}

function Area() {
  const loading = (
    <PortalLayout>
      <InvoiceSkeleton />
    </PortalLayout>
  );
  return (
    <Suspense fallback={loading}>
      <CustomerArea />
    </Suspense>
  );
}
