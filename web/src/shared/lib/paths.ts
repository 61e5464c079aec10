/**
 * Every page with its path and title (product §2.1, R2). The public pages and the portal are two documents, so
 * links between them are plain anchors (decision 0022).
 */
import { PORTAL_PATHS, PUBLIC_PATHS } from '@quittance/contract/pages';

import { shellTexts } from '#texts/site/shell';

const TITLES = shellTexts.titles;

export const PUBLIC_PAGES = {
  home: { path: PUBLIC_PATHS.home, title: TITLES.home },
  faq: { path: PUBLIC_PATHS.faq, title: TITLES.faq },
  onboarding: { path: PUBLIC_PATHS.onboarding, title: TITLES.resolve },
  resolve: { path: PUBLIC_PATHS.resolve, title: TITLES.resolve },
  privacyPolicy: { path: PUBLIC_PATHS.privacyPolicy, title: TITLES.privacyPolicy },
  termsOfService: { path: PUBLIC_PATHS.termsOfService, title: TITLES.termsOfService },
} as const satisfies Record<keyof typeof PUBLIC_PATHS, { path: string; title: string }>;

/** Pages of the portal's document. Their title names the company. */
export const PORTAL_PAGES = PORTAL_PATHS;

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

export function hrefTo<Path extends string>(
  path: Path,
  params: Readonly<Record<ParamsIn<Path>, string>>,
): string {
  const values: Readonly<Record<string, string>> = params;
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

export function portalTitle(companyName: string | null): string {
  return companyName ? TITLES.portalOf(companyName) : TITLES.invoice;
}

export function toTitle(path: string, companyName: string | null): string {
  const page = Object.values(PUBLIC_PAGES).find((candidate) => candidate.path === path);
  return page?.title ?? portalTitle(companyName);
}
