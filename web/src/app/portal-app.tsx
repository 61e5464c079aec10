// The portal: its pages, in their layout, on the store.

import { Provider } from 'react-redux';
import { BrowserRouter, Route, Routes, useParams } from 'react-router';
import { NotFoundPage } from '../pages/not-found.tsx';
import { PublicInvoicePage } from '../pages/portal/public-invoice.tsx';
import { reportFailure } from '../state/report-failure.ts';
import type { AppStore } from '../state/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';
import { PublicLayout } from './layout/public-layout.tsx';
import { PORTAL_PAGES } from './paths.ts';

export function PortalApp({ store }: { store: AppStore }) {
  return (
    <ErrorBoundary onError={(error) => void store.dispatch(reportFailure(error))}>
      <Provider store={store}>
        <BrowserRouter>
          <Routes>
            <Route path={PORTAL_PAGES.payLink.path} element={<PayLink />} />
            <Route path="*" element={<NotFound />} />
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

function NotFound() {
  return (
    <PublicLayout>
      <NotFoundPage />
    </PublicLayout>
  );
}
