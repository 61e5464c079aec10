// What surrounds every page of the portal: the company's header, brand, page icon and title, the footer,
// popups and toasts, and the banner that says that the network is gone.

import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useIsOnline } from '../../lib/hooks/use-is-online.ts';
import { portalTitle } from '../../lib/paths.ts';
import { PopupHost } from '../../popups/popup-host.tsx';
import { useAppSelector } from '../../state/store/hooks.ts';
import { applyBrand } from '../../theme/apply-brand.ts';
import { setPageIcon } from '../../theme/page-icon.ts';
import { OfflineBanner } from '../../ui/feedback/offline-banner.tsx';
import { ToastHost } from '../toast-host.tsx';
import { usePageTitle } from '../use-page-title.ts';
import { CompanyHeader, ProductHeader } from './header.tsx';
import { PageFrame } from './page-frame.tsx';

type PortalLayoutProps = {
  /** Beside the company in the header: the way through the portal of a signed-in customer. */
  bar?: ReactNode;
  flow?: 'portal' | 'auth';
  children: ReactNode;
};

export function PortalLayout({ bar, flow = 'portal', children }: PortalLayoutProps) {
  const company = useAppSelector((state) => state.company.company ?? state.company.brand);
  const isUnknown = useAppSelector((state) => state.company.failure !== null);
  const isPayable = useAppSelector(
    (state) => state.invoices.selectedInvoice?.payable.isPayable ?? false,
  );
  // While a payment is under way its overlay says what being offline means for it.
  const isPaying = useAppSelector((state) => state.request.isPaymentInProcessing);
  const isOnline = useIsOnline();
  usePageTitle(portalTitle(company?.name ?? null));
  // Before the page is painted: it never stands there in colours that are not the company's.
  useLayoutEffect(() => {
    if (company) applyBrand(company);
  }, [company]);
  useEffect(() => {
    if (company) setPageIcon(company);
  }, [company]);
  const header =
    isUnknown && !company ? (
      <ProductHeader pathname={window.location.pathname} />
    ) : (
      <CompanyHeader company={company}>{bar}</CompanyHeader>
    );
  return (
    <>
      <PageFrame header={header} hasPayBar={isPayable}>
        {children}
      </PageFrame>
      <OfflineBanner isOffline={!isOnline && !isPaying} />
      <PopupHost />
      <ToastHost flow={flow} />
    </>
  );
}
