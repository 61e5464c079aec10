/**
 * Where a visitor goes after signing in: the page they came for, if it is one of this company's, and
 * the company's first page otherwise. Anything else in the address is somebody's attempt to lead away.
 */
import { hrefTo, PORTAL_PAGES } from '../../lib/paths.ts';

export function nextPage(company: string, wanted: string | null): string {
  const root = hrefTo(PORTAL_PAGES.projects, { company });
  const isOurs = wanted !== null && (wanted === root || wanted.startsWith(`${root}/`));
  const isEntry = wanted?.startsWith(`${root}/auth`) ?? false;
  return isOurs && !isEntry && !/[\\\s]/.test(wanted) ? wanted : root;
}
