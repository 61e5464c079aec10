// The header: the company's brand or, on public pages, the product's brand with navigation.

import type { ReactNode } from 'react';
import { shellTexts } from '#texts/site/shell';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { PUBLIC_PAGES } from '../../../shared/lib/paths.ts';
import { Logo } from '../../../shared/theme/logo.tsx';
import { PAINTED_NAME } from '../../../shared/theme/painted-name.ts';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import styles from './header.module.css';

const css = bindClasses(styles);

function Bar({ children }: { children: ReactNode }) {
  return (
    <header className={css('header')}>
      <div className={css('inside')}>{children}</div>
    </header>
  );
}

type CompanyHeaderProps = {
  /** Until the company is loaded, the header shows the name in the document, or a skeleton. */
  company: { name: string; logoUrl: string | null } | null;
  children?: ReactNode;
};

export function CompanyHeader({ company, children }: CompanyHeaderProps) {
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
          {PAINTED_NAME ? (
            <span className={css('name')}>{PAINTED_NAME}</span>
          ) : (
            <Skeleton width="9rem" />
          )}
        </>
      )}
      {children}
    </Bar>
  );
}

const PRODUCT_NAME = 'Quittance';

/** The product's own brand, for pages without a company. It uses plain links, because home is another document. */
export function ProductHeader({ pathname }: { pathname: string }) {
  const { home, faq } = PUBLIC_PAGES;
  return (
    <Bar>
      <a className={css('home')} href={home.path}>
        <Logo name={PRODUCT_NAME} />
        <span className={css('name')}>{PRODUCT_NAME}</span>
      </a>
      <nav className={css('links')} aria-label={shellTexts.pages}>
        <a
          className={css('link')}
          href={faq.path}
          aria-current={pathname === faq.path ? 'page' : undefined}
        >
          {faq.title}
        </a>
      </nav>
    </Bar>
  );
}
