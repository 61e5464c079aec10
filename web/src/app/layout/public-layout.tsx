// What surrounds the pages without a company: the product's own header, the title and the footer.

import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { titleOf } from '../../lib/paths.ts';
import { usePageTitle } from '../use-page-title.ts';
import { ProductHeader } from './header.tsx';
import { PageFrame } from './page-frame.tsx';

export function PublicLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  usePageTitle(titleOf(pathname, null));
  return <PageFrame header={<ProductHeader pathname={pathname} />}>{children}</PageFrame>;
}
