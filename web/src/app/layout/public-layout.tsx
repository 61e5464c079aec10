// What surrounds the pages without a company: the product's own header, the title and the footer.

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { readMeasuring } from '../../features/measure/settings.ts';
import { titleOf } from '../../lib/paths.ts';
import { usePageTitle } from '../use-page-title.ts';
import { ProductHeader } from './header.tsx';
import { PageFrame } from './page-frame.tsx';

const Measure = lazy(async () => ({
  default: (await import('../../features/measure/measure.tsx')).Measure,
}));

/** In most houses nobody measures, and nothing of it is loaded. */
function MeasureIfTold({ pathname }: { pathname: string }) {
  const [settings] = useState(() => readMeasuring());
  if (!settings) return null;
  return (
    <Suspense fallback={null}>
      <Measure settings={settings} pathname={pathname} />
    </Suspense>
  );
}

export function PublicLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  usePageTitle(titleOf(pathname, null));
  return (
    <PageFrame header={<ProductHeader pathname={pathname} />}>
      {children}
      <MeasureIfTold pathname={pathname} />
    </PageFrame>
  );
}
