/**
 * The page after sign-in: the requested one if it belongs to this company, otherwise the company's first
 * page. Prevents open redirects.
 */
import { hrefTo, PORTAL_PAGES } from '../../lib/paths.ts';

export function nextPage(company: string, wanted: string | null): string {
  const root = hrefTo(PORTAL_PAGES.projects, { company });
  const isOurs = wanted !== null && (wanted === root || wanted.startsWith(`${root}/`));
  const isEntry = wanted?.startsWith(`${root}/auth`) ?? false;
  return isOurs && !isEntry && !/[\\\s]/.test(wanted) ? wanted : root;
}
