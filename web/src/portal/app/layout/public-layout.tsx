// The layout of pages without a company: the product's own header, the title and the footer.

import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { titleOf } from '../../../shared/lib/paths.ts';
import { onDemand } from '../../../shared/ui/feedback/on-demand.tsx';
import { readAnalyticsConfig } from '../../site/analytics-config.ts';
import { usePageTitle } from '../use-page-title.ts';
import { ProductHeader } from './header.tsx';
import { PageFrame } from './page-frame.tsx';

const Analytics = onDemand(async () => (await import('../../site/analytics.tsx')).Analytics, {
  waiting: () => null,
  failed: () => null,
}).Component;

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
