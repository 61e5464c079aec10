// The public pages, under the product's own brand. They are a separate document, so that no script loaded here can
// read an invoice (decision 0022). They do not have a store.

import { type ReactNode, useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import { PRIVACY_POLICY } from '#texts/site/privacy-policy';
import { TERMS_OF_SERVICE } from '#texts/site/terms-of-service';
import type { ApiClient } from '../../shared/api/client.ts';
import { PUBLIC_PAGES, toTitle } from '../../shared/lib/paths.ts';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { NotFoundPage } from '../pages/not-found.tsx';
import { FaqPage } from '../pages/public/faq.tsx';
import { HomePage } from '../pages/public/home.tsx';
import { LegalPage } from '../pages/public/legal-page.tsx';
import { ResolvePage } from '../pages/public/resolve.tsx';
import { readAnalyticsConfig } from '../site/analytics-config.ts';
import { ProductHeader } from './layout/header.tsx';
import { PageFrame } from './layout/page-frame.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { usePageTitle } from './use-page-title.ts';

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

const Analytics = onDemand(async () => (await import('../site/analytics.tsx')).Analytics, {
  waiting: () => null,
  failed: () => null,
}).Component;

/** Analytics are off by default and are loaded only if configured. */
function AnalyticsIfConfigured({ pathname }: { pathname: string }) {
  const [settings] = useState(() => readAnalyticsConfig());
  if (!settings) return null;
  return <Analytics settings={settings} pathname={pathname} />;
}

function PublicLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  usePageTitle(toTitle(pathname, null));
  return (
    <PageFrame header={<ProductHeader pathname={pathname} />}>
      {children}
      <AnalyticsIfConfigured pathname={pathname} />
    </PageFrame>
  );
}
