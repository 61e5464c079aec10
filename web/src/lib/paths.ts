/**
 * Every page that exists: where it lives, how to get there and what its window is called (product §2.1,
 * R2). Pages of the public document and of the portal are two documents; between them one navigates with
 * a plain link (decision 0022).
 */

import { shellTexts } from '#texts/site/shell';

type PublicPage = { path: string; title: string };

const TITLES = shellTexts.titles;

/** Pages of the public document. */
export const PUBLIC_PAGES = {
  home: { path: '/', title: TITLES.home },
  faq: { path: '/faq', title: TITLES.faq },
  onboarding: { path: '/onboarding', title: TITLES.resolve },
  resolve: { path: '/resolve', title: TITLES.resolve },
  privacyPolicy: { path: '/privacy-policy', title: TITLES.privacyPolicy },
  termsOfService: { path: '/terms-of-service', title: TITLES.termsOfService },
} as const satisfies Record<string, PublicPage>;

/** Pages of the portal's document; their title names the company. */
export const PORTAL_PAGES = {
  payLink: '/:company/pay/:token',
  login: '/:company/auth/login',
  /** Where the link of a sign-in mail leads; its token is behind the #. */
  enter: '/:company/auth',
  projects: '/:company',
  project: '/:company/projects/:projectId/:tab',
  estimate: '/:company/estimates/:estimateId',
  contracts: '/:company/contracts/all',
  invoices: '/:company/invoices',
  invoice: '/:company/invoices/:invoiceRef',
  payments: '/:company/payments',
  profile: '/:company/profile',
  /** What is paid apart from an invoice: chosen orders, each in part or whole. */
  request: '/:company/requests/:requestId',
} as const;

/** Addresses that leave out their last part, and the pages they mean. */
export const SHORT_PATHS = [
  { path: '/:company/projects', page: PORTAL_PAGES.projects },
  { path: '/:company/projects/:projectId', page: '/:company/projects/:projectId/invoices' },
  { path: '/:company/contracts', page: PORTAL_PAGES.contracts },
] as const;

/** The company and the secret of a public link's address; null for every other page. */
export function payLinkAt(pathname: string): { company: string; token: string } | null {
  const [, company, token] = /^\/([^/]+)\/pay\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (!company || !token) return null;
  return { company: decodeURIComponent(company), token: decodeURIComponent(token) };
}

type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** '/harbor/invoices/HD-1001' from the pattern and its parts. */
export function hrefTo<Path extends string>(
  path: Path,
  params: Readonly<Record<ParamsIn<Path>, string>>,
): string {
  const values: Readonly<Record<string, string>> = params;
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The title of every page without one of its own. */
export function portalTitle(companyName: string | null): string {
  return companyName ? TITLES.portalOf(companyName) : TITLES.invoice;
}

export function titleOf(path: string, companyName: string | null): string {
  const page = Object.values(PUBLIC_PAGES).find((candidate) => candidate.path === path);
  return page?.title ?? portalTitle(companyName);
}
