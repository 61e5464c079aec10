// Links to the lists that share a page, above the list that is shown.

import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import styles from './page-tabs.module.css';

const css = bindClasses(styles);

type PageTabsProps = { label: string; tabs: readonly { href: string; label: string }[] };

export function PageTabs({ label, tabs }: PageTabsProps) {
  const { pathname } = useLocation();
  const strip = useRef<HTMLElement>(null);
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone, the last tabs are out of sight.
  useEffect(() => {
    if (pathname === '' || !strip.current || !current.current) return;
    const { offsetLeft, offsetWidth } = current.current;
    const end = offsetLeft + offsetWidth - strip.current.offsetLeft;
    strip.current.scrollLeft = Math.max(0, end - strip.current.clientWidth);
  }, [pathname]);
  return (
    <nav ref={strip} aria-label={label} className={css('tabs')}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          ref={pathname === tab.href ? current : undefined}
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
