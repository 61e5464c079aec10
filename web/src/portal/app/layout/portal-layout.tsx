// The layout of every portal page: the company's header, brand, page icon and title, the footer, popups,
// toasts and the offline banner.

import { selectBrand, selectCompany, selectInvoice } from '../../store/reads.ts';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useIsOnline } from '../../../shared/hooks/use-is-online.ts';
import { contactOf } from '../../../shared/lib/contact-of.ts';
import { legalNameOf } from '../../../shared/lib/legal-name.ts';
import { portalTitle } from '../../../shared/lib/paths.ts';
import { applyBrand } from '../../../shared/theme/apply-brand.ts';
import { setPageIcon } from '../../../shared/theme/page-icon.ts';
import { OfflineBanner } from '../../../shared/ui/feedback/offline-banner.tsx';
import { PopupHost } from '../../popups/popup-host.tsx';
import type { ChooseLanguage } from '../../site/language-links.tsx';
import { useAppSelector } from '../../store/hooks.ts';
import { selectIsCompanyUnknown } from '../../store/portal-progress.ts';
import { ToastHost } from '../toast-host.tsx';
import { usePageTitle } from '../use-page-title.ts';
import { useRefreshOnReturn } from '../use-refresh-on-return.ts';
import { DemoBanner } from './demo-banner.tsx';
import { CompanyHeader, ProductHeader } from './header.tsx';
import { PageFrame } from './page-frame.tsx';

type PortalLayoutProps = {
  /** The navigation of a signed-in customer, in the header. */
  bar?: ReactNode;
  flow?: 'portal' | 'auth';
  /** Of a signed-in customer. */
  onLanguage?: ChooseLanguage;
  children: ReactNode;
};

export function PortalLayout({ bar, flow = 'portal', onLanguage, children }: PortalLayoutProps) {
  const company = useAppSelector((state) => selectCompany(state) ?? selectBrand(state));
  const isUnknown = useAppSelector(selectIsCompanyUnknown);
  const isPayable = useAppSelector((state) => selectInvoice(state)?.payable.isPayable ?? false);
  // During a payment its overlay explains being offline.
  const isPaying = useAppSelector((state) => state.request.isPaymentInProcessing);
  const isOnline = useIsOnline();
  useRefreshOnReturn();
  usePageTitle(portalTitle(company?.name ?? null));
  // Before the first paint, so that the page never shows other colors than the company's.
  useLayoutEffect(() => {
    if (company) applyBrand(company.palette);
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
      <PageFrame
        header={header}
        hasPayBar={isPayable}
        about={company && legalNameOf(company)}
        contact={company && contactOf(company)}
        onLanguage={onLanguage}
      >
        {company?.isDemo && <DemoBanner />}
        {children}
      </PageFrame>
      <OfflineBanner isOffline={!isOnline && !isPaying} />
      <PopupHost />
      <ToastHost flow={flow} />
    </>
  );
}
