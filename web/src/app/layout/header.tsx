// The slim bar at the top: who this page belongs to, and on the public pages the way around.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Logo } from '../../theme/logo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './header.module.css';

const css = bindClasses(styles);

function Bar({ children }: { children: ReactNode }) {
  return (
    <header className={css('header')}>
      <div className={css('inside')}>{children}</div>
    </header>
  );
}

type CompanyHeaderProps = { company: { name: string; logoUrl: string | null } | null };

export function CompanyHeader({ company }: CompanyHeaderProps) {
  return (
    <Bar>
      {company ? (
        <>
          <Logo name={company.name} logoUrl={company.logoUrl} />
          <span className={css('name')}>{company.name}</span>
        </>
      ) : (
        <>
          <Skeleton shape="block" width="36px" height="36px" />
          <Skeleton width="9rem" />
        </>
      )}
    </Bar>
  );
}

type ProductHeaderProps = {
  name: string;
  homeHref: string;
  links: readonly { href: string; label: string; isCurrent: boolean }[];
};

export function ProductHeader({ name, homeHref, links }: ProductHeaderProps) {
  return (
    <Bar>
      <a className={css('home')} href={homeHref}>
        <Logo name={name} />
        <span className={css('name')}>{name}</span>
      </a>
      <nav className={css('links')} aria-label="Pages">
        {links.map(({ href, label, isCurrent }) => (
          <a
            key={href}
            className={css('link')}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
    </Bar>
  );
}
