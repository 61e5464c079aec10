/** The navigation items for the current company, customer and path. */

import { useLocation } from 'react-router';
import { shellTexts } from '#texts/site/shell';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import type { IconName } from '../../shared/ui/actions/icon.tsx';
import { useAppSelector } from '../store/hooks.ts';
import { projectsRead, selectCompany } from '../store/reads.ts';

export function useNavItems(): NavItem[] {
  const { pathname } = useLocation();
  const domain = useAppSelector(({ auth }) => auth.session?.domain ?? null);
  const hasProjects = useAppSelector(
    (state) => (projectsRead.answerIn(state)?.projects.length ?? 0) > 0,
  );
  const hasContracts = useAppSelector(
    (state) => selectCompany(state)?.preference.isContractsVisible ?? false,
  );
  // Rendered only after the company is loaded, so that the header does not shift.
  const isCompanyKnown = useAppSelector((state) => selectCompany(state) !== null);
  return domain && isCompanyKnown ? navItems({ domain, pathname, hasProjects, hasContracts }) : [];
}

type NavItem = { label: string; href: string; icon: IconName; isActive: boolean };

type NavInput = {
  domain: string;
  pathname: string;
  hasProjects: boolean;
  hasContracts: boolean;
};

/**
 * The navigation items of the portal (product §2.4) and the active one. Rendered in the header on a desktop and in
 * the sidebar on a phone.
 */
export function navItems({ domain, pathname, hasProjects, hasContracts }: NavInput): NavItem[] {
  const texts = shellTexts.navigation;
  const company = { company: domain };
  const root = hrefTo(PORTAL_PAGES.projects, company);
  const isUnder = (href: string): boolean => pathname === href || pathname.startsWith(`${href}/`);
  const item = (label: string, icon: IconName, href: string): NavItem => ({
    label,
    icon,
    href,
    isActive: isUnder(href),
  });
  /** The item is also active on a page with an address of its own. */
  const withPage = (shown: NavItem, page: string): NavItem => ({
    ...shown,
    isActive: shown.isActive || isUnder(`${root}/${page}`),
  });
  const isProjects =
    pathname === root || ['projects', 'estimates'].some((part) => isUnder(`${root}/${part}`));
  const projects = { ...item(texts.projects, 'project', root), isActive: isProjects };
  return [
    ...(hasProjects ? [projects] : []),
    ...(hasContracts
      ? [item(texts.contracts, 'contract', hrefTo(PORTAL_PAGES.contracts, company))]
      : []),
    withPage(
      item(texts.invoices, 'invoice', hrefTo(PORTAL_PAGES.invoices, company)),
      'pay-invoices',
    ),
    withPage(item(texts.payments, 'receipt', hrefTo(PORTAL_PAGES.payments, company)), 'upcoming'),
    withPage(
      item(texts.statement, 'statement', hrefTo(PORTAL_PAGES.statement, company)),
      'history',
    ),
    item(texts.profile, 'user', hrefTo(PORTAL_PAGES.profile, company)),
  ];
}
