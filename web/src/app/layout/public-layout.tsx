// The layout of pages without a company: the product's own header, the title and the footer.

import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { readAnalyticsConfig } from '../../features/analytics/analytics-config.ts';
import { titleOf } from '../../lib/paths.ts';
import { onDemand } from '../../ui/feedback/on-demand.tsx';
import { usePageTitle } from '../use-page-title.ts';
import { ProductHeader } from './header.tsx';
import { PageFrame } from './page-frame.tsx';

const Analytics = onDemand(
  async () => (await import('../../features/analytics/analytics.tsx')).Analytics,
  { waiting: () => null, failed: () => null },
).Component;

/** Analytics are off by default, and then not loaded. */
function AnalyticsIfConfigured({ pathname }: { pathname: string }) {
  const [settings] = useState(() => readAnalyticsConfig());
  if (!settings) return null;
  return <Analytics settings={settings} pathname={pathname} />;
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
