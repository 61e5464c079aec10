// The portal with its store. Only the page of a public link is in the first download. It needs no router, because
// it does not link to another page of this document. The customer area is loaded on demand.

import { Provider } from 'react-redux';
import { payLinkAt } from '../../shared/lib/paths.ts';
import { PublicInvoicePage } from '../pages/invoice/public-invoice.tsx';
import type { AppStore } from '../store/store.ts';
import { customerArea } from './area.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';
import { PageBoundary } from './page-boundary.tsx';

export function PortalApp({ store }: { store: AppStore }) {
  const link = payLinkAt(window.location.pathname);
  return (
    <PageBoundary>
      <Provider store={store}>
        {link ? (
          <PortalLayout>
            <PublicInvoicePage {...link} />
          </PortalLayout>
        ) : (
          <customerArea.Component />
        )}
      </Provider>
    </PageBoundary>
  );
}
