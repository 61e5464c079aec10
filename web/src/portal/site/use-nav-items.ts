/** The navigation items for the current company, customer and path. */
import { projectsRead, selectCompany } from '../store/reads.ts';
import { useLocation } from 'react-router';
import { useAppSelector } from '../store/hooks.ts';
import { type NavItem, navItems } from './nav-items.ts';

export function useNavItems(): NavItem[] {
  const { pathname } = useLocation();
  const domain = useAppSelector(({ auth }) => auth.session?.domain ?? null);
  const hasProjects = useAppSelector(
    (state) => (projectsRead.answerIn(state)?.projects.length ?? 0) > 0,
  );
  const hasContracts = useAppSelector(
    (state) => selectCompany(state)?.preference.isContractsVisible ?? false,
  );
  // Rendered after the company is known, so that the header does not shift.
  const isCompanyKnown = useAppSelector((state) => selectCompany(state) !== null);
  return domain && isCompanyKnown ? navItems({ domain, pathname, hasProjects, hasContracts }) : [];
}
