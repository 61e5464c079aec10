/**
 * Every page with its path and title (product §2.1, R2). The public pages and the portal are two
 * documents; links between them are plain anchors (decision 0022).
 */
import { PUBLIC_PATHS } from '@quittance/contract/pages';

import { shellTexts } from '#texts/site/shell';

const TITLES = shellTexts.titles;

/** Pages of the public document. */
export const PUBLIC_PAGES = {
  home: { path: PUBLIC_PATHS.home, title: TITLES.home },
  faq: { path: PUBLIC_PATHS.faq, title: TITLES.faq },
  onboarding: { path: PUBLIC_PATHS.onboarding, title: TITLES.resolve },
  resolve: { path: PUBLIC_PATHS.resolve, title: TITLES.resolve },
  privacyPolicy: { path: PUBLIC_PATHS.privacyPolicy, title: TITLES.privacyPolicy },
  termsOfService: { path: PUBLIC_PATHS.termsOfService, title: TITLES.termsOfService },
} as const satisfies Record<keyof typeof PUBLIC_PATHS, { path: string; title: string }>;

/** Pages of the portal's document; their title names the company. */
export const PORTAL_PAGES = {
  payLink: '/:company/pay/:token',
  login: '/:company/auth/login',
  /** The target of the link in a sign-in email; its token is in the fragment. */
  enter: '/:company/auth',
  projects: '/:company',
  project: '/:company/projects/:projectId/:tab',
  estimate: '/:company/estimates/:estimateId',
  contracts: '/:company/contracts/all',
  invoices: '/:company/invoices',
  invoice: '/:company/invoices/:invoiceRef',
  payments: '/:company/payments',
  profile: '/:company/profile',
  /** A partial-payment request: selected orders, each paid in part or in full. */
  request: '/:company/requests/:requestId',
} as const;

/** Shortened paths and the pages they redirect to. */
export const SHORT_PATHS = [
  { path: '/:company/projects', page: PORTAL_PAGES.projects },
  { path: '/:company/projects/:projectId', page: '/:company/projects/:projectId/invoices' },
  { path: '/:company/contracts', page: PORTAL_PAGES.contracts },
] as const;

/** The company and the secret in the path of a public link; null for every other page. */
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

/** The title of portal pages. */
export function portalTitle(companyName: string | null): string {
  return companyName ? TITLES.portalOf(companyName) : TITLES.invoice;
}

export function titleOf(path: string, companyName: string | null): string {
  const page = Object.values(PUBLIC_PAGES).find((candidate) => candidate.path === path);
  return page?.title ?? portalTitle(companyName);
}
