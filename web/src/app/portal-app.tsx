// The portal with its store. Only the page of a public link is in the first download. It needs no router:
// it links to no other page of this document. The customer area is loaded on demand.

import { Suspense } from 'react';
import { Provider } from 'react-redux';
import { payLinkAt } from '../lib/paths.ts';
import { InvoiceSkeleton } from '../pages/portal/invoice/invoice-skeleton.tsx';
import { PublicInvoicePage } from '../pages/portal/invoice/public-invoice.tsx';
import { reportFailure } from '../state/store/report-failure.ts';
import type { AppStore } from '../state/store/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';
import { customerArea } from './open-page.ts';

export function PortalApp({ store }: { store: AppStore }) {
  const link = payLinkAt(window.location.pathname);
  return (
    <ErrorBoundary onError={(error) => void store.dispatch(reportFailure(error))}>
      <Provider store={store}>
        {link ? (
          <PortalLayout>
            <PublicInvoicePage {...link} />
          </PortalLayout>
        ) : (
          <Area />
        )}
      </Provider>
    </ErrorBoundary>
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
      <customerArea.Component />
    </Suspense>
  );
}
