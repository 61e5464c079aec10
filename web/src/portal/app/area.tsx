// The customer area: everything except the page of a public link, which is in the first download. The document
// preloads the area's files. A browser may cache the failure of a file, and only a reload requests all of them
// again.

import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { InvoiceSkeleton } from '../pages/invoice/invoice-skeleton.tsx';
import { PortalLayout } from './layout/portal-layout.tsx';
import { PageNotShown } from './page-boundary.tsx';

export const customerArea = onDemand(
  async () => (await import('./customer-area.tsx')).CustomerArea,
  {
    waiting: () => (
      <PortalLayout>
        <InvoiceSkeleton />
      </PortalLayout>
    ),
    failed: () => (
      <PortalLayout>
        <PageNotShown />
      </PortalLayout>
    ),
  },
);
