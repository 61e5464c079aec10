/** The pages of the navigation, in the order of a working day. */
import { useLocation } from 'react-router';
import { useCan } from '../api/session-context.ts';
import { usePaths } from '../paths.ts';
import { shellTexts } from '../texts/shell.ts';
import type { DeskIconName } from './desk-icon.tsx';

export type NavItem = { name: DeskIconName; label: string; href: string; isActive: boolean };

export function useNavItems(): NavItem[] {
  const paths = usePaths();
  const { pathname } = useLocation();
  const can = useCan();
  const isWithin = (href: string): boolean => pathname === href || pathname.startsWith(`${href}/`);
  const page = (name: keyof typeof shellTexts.pages, href: string, isActive = isWithin(href)) => ({
    name,
    label: shellTexts.pages[name],
    href,
    isActive,
  });
  return [
    page('overview', paths.overview, pathname.replace(/\/$/, '') === paths.overview),
    page('attention', paths.attention),
    page('invoices', paths.invoices),
    page('customers', paths.customers),
    page(
      'payments',
      paths.payments,
      [paths.payments, paths.disputes, paths.payouts].some(isWithin),
    ),
    page('plans', paths.plans),
    page('projects', paths.projects, isWithin(paths.projects) || isWithin(paths.contracts)),
    ...(can('write') ? [page('import', paths.import)] : []),
    page(
      'settings',
      paths.settings(can('manage') ? 'brand' : 'account'),
      isWithin(paths.settings('brand').replace(/\/brand$/, '')),
    ),
  ];
}
