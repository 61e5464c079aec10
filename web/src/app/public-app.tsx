// The public pages, under the product's own brand: another document than the portal, so that nothing
// loaded here can ever see an invoice (decision 0022). Needs no store.

import type { ReactNode } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import { NotFoundPage } from '../pages/not-found.tsx';
import { FaqPage } from '../pages/public/faq.tsx';
import { HomePage } from '../pages/public/home.tsx';
import { LegalPage } from '../pages/public/legal-page.tsx';
import { PRIVACY_POLICY } from '../pages/public/texts/privacy-policy.ts';
import { TERMS_OF_SERVICE } from '../pages/public/texts/terms-of-service.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ProductHeader } from './layout/header.tsx';
import { PageFrame } from './layout/page-frame.tsx';
import { PUBLIC_PAGES, titleOf } from './paths.ts';
import { usePageTitle } from './use-page-title.ts';

const PRODUCT_NAME = 'Quittance';

export function PublicApp({ onError }: { onError: (error: unknown) => void }) {
  const { home, faq, privacyPolicy, termsOfService } = PUBLIC_PAGES;
  return (
    <ErrorBoundary onError={onError}>
      <BrowserRouter>
        <PublicLayout>
          <Routes>
            <Route path={home.path} element={<HomePage />} />
            <Route path={faq.path} element={<FaqPage />} />
            <Route path={privacyPolicy.path} element={<LegalPage text={PRIVACY_POLICY} />} />
            <Route path={termsOfService.path} element={<LegalPage text={TERMS_OF_SERVICE} />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </PublicLayout>
      </BrowserRouter>
    </ErrorBoundary>
  );
}

function PublicLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  usePageTitle(titleOf(pathname, null));
  const links = [{ ...PUBLIC_PAGES.faq, label: 'FAQ' }].map(({ path, label }) => ({
    href: path,
    label,
    isCurrent: pathname === path,
  }));
  const header = (
    <ProductHeader name={PRODUCT_NAME} homeHref={PUBLIC_PAGES.home.path} links={links} />
  );
  return <PageFrame header={header}>{children}</PageFrame>;
}
