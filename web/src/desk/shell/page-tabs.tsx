// Links to the lists that share a page, above the list that is shown.

import { Link, useLocation } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import styles from './page-tabs.module.css';
import { useCurrentInView } from './use-current-in-view.ts';

const css = bindClasses(styles);

type PageTabsProps = { label: string; tabs: readonly { href: string; label: string }[] };

export function PageTabs({ label, tabs }: PageTabsProps) {
  const { pathname } = useLocation();
  const strip = useCurrentInView();
  return (
    <nav ref={strip} aria-label={label} className={css('tabs')}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          to={tab.href}
          className={css('tab')}
          aria-current={pathname === tab.href ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
