/** The navigation of the company and customer on this page, at the address it has now. */
import { useLocation } from 'react-router';
import { useAppSelector } from '../../state/store/hooks.ts';
import { type NavItem, navItems } from './nav-items.ts';

export function useNavItems(): NavItem[] {
  const { pathname } = useLocation();
  const domain = useAppSelector(({ auth }) => auth.session?.domain ?? null);
  const hasProjects = useAppSelector(({ projects }) => projects.projects.length > 0);
  const hasContracts = useAppSelector(
    ({ company }) => company.company?.preference.isContractsVisible ?? false,
  );
  // Not before the company's name has its place beside it: nothing moves then.
  const isCompanyKnown = useAppSelector(({ company }) => company.company !== null);
  return domain && isCompanyKnown ? navItems({ domain, pathname, hasProjects, hasContracts }) : [];
}
