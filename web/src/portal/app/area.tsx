// Everything but the page of a public link, which is in the first download. Its files are preloaded by the document,
// and a browser may remember that one did not load: only a reload asks for all of them again.

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
