// The public pages, under the product's own brand. They are a separate document, so that no script loaded
// here can read an invoice (decision 0022). No store.

import { BrowserRouter, Route, Routes } from 'react-router';
import { PRIVACY_POLICY } from '#texts/site/privacy-policy';
import { TERMS_OF_SERVICE } from '#texts/site/terms-of-service';
import type { ApiClient } from '../../shared/api/client.ts';
import { PUBLIC_PAGES } from '../../shared/lib/paths.ts';
import { NotFoundPage } from '../pages/not-found.tsx';
import { FaqPage } from '../pages/public/faq.tsx';
import { HomePage } from '../pages/public/home.tsx';
import { LegalPage } from '../pages/public/legal-page.tsx';
import { ResolvePage } from '../pages/public/resolve.tsx';
import { PublicLayout } from './layout/public-layout.tsx';
import { PageBoundary } from './page-boundary.tsx';

export function PublicApp({ api }: { api: ApiClient }) {
  const { home, faq, onboarding, resolve, privacyPolicy, termsOfService } = PUBLIC_PAGES;
  return (
    <PageBoundary>
      <BrowserRouter>
        <PublicLayout>
          <Routes>
            <Route path={home.path} element={<HomePage />} />
            <Route path={faq.path} element={<FaqPage />} />
            <Route path={onboarding.path} element={<ResolvePage api={api} />} />
            <Route path={resolve.path} element={<ResolvePage api={api} />} />
            <Route path={privacyPolicy.path} element={<LegalPage text={PRIVACY_POLICY} />} />
            <Route path={termsOfService.path} element={<LegalPage text={TERMS_OF_SERVICE} />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </PublicLayout>
      </BrowserRouter>
    </PageBoundary>
  );
}
