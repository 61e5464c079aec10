// The layout of pages without a company: the product's own header, the title and the footer.

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { readAnalyticsConfig } from '../../features/analytics/analytics-config.ts';
import { titleOf } from '../../lib/paths.ts';
import { usePageTitle } from '../use-page-title.ts';
import { ProductHeader } from './header.tsx';
import { PageFrame } from './page-frame.tsx';

const Analytics = lazy(async () => ({
  default: (await import('../../features/analytics/analytics.tsx')).Analytics,
}));

/** Analytics are off by default, and then not loaded. */
function AnalyticsIfConfigured({ pathname }: { pathname: string }) {
  const [settings] = useState(() => readAnalyticsConfig());
  if (!settings) return null;
  return (
    <Suspense fallback={null}>
      <Analytics settings={settings} pathname={pathname} />
    </Suspense>
  );
}

export function PublicLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  usePageTitle(titleOf(pathname, null));
  return (
    <PageFrame header={<ProductHeader pathname={pathname} />}>
      {children}
      <AnalyticsIfConfigured pathname={pathname} />
    </PageFrame>
  );
}
