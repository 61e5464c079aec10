/**
 * Preloads for the first API calls of a page: the browser sends them while it still loads the scripts, which
 * saves a round trip. Only calls that the web app makes anyway (`openPublicLink`, `openPortal`), with
 * identical URLs.
 */
import { companyDomainSchema, linkTokenSchema } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/routes';
import { pathTo } from '@quittance/contract/routes/route';

const PAY_LINK = /^\/(?<company>[^/]+)\/pay\/(?<token>[^/]+)\/?$/;

/** Not the sign-in and link pages: their first call needs data that only the browser has. */
const ACCOUNT_PAGE = /^\/(?<company>[^/]+)(?!\/(?:auth|pay)(?:\/|$))(?:\/|$)/;

/** Assets for signed-in customers only; a public link does not need them. */
const ACCOUNT_LINES = /\s*<link [^>]*\bdata-account\b[^>]*>/g;

const LINK_CALLS = [
  'publicCompany',
  'publicInvoice',
  'publicCustomer',
  'publicInvoiceTransactions',
] as const;

function linkUrls(pathname: string): string[] {
  const { company, token } = PAY_LINK.exec(pathname)?.groups ?? {};
  const domain = companyDomainSchema.safeParse(company);
  const id = linkTokenSchema.safeParse(token);
  if (!domain.success || !id.success) return [];
  const params = { company: domain.data, id: id.data };
  return LINK_CALLS.map((name) => pathTo(ROUTES[name].path, params));
}

function accountUrls(pathname: string): string[] {
  const domain = companyDomainSchema.safeParse(ACCOUNT_PAGE.exec(pathname)?.groups?.['company']);
  return domain.success ? [`${pathTo(ROUTES.signIn.path, {})}?domain=${domain.data}`] : [];
}

/** Only well-formed domains and tokens are echoed; account calls only with a session cookie. */
export function preloadsFor(pathname: string, { hasSession }: { hasSession: boolean }): string {
  return [...linkUrls(pathname), ...(hasSession ? accountUrls(pathname) : [])]
    .map((href) => `<link rel="preload" as="fetch" crossorigin href="${href}" />`)
    .join('');
}

export function withPreloads(
  html: string,
  pathname: string,
  visitor: { hasSession: boolean },
): string {
  const needed = PAY_LINK.test(pathname) ? html.replace(ACCOUNT_LINES, '') : html;
  return needed.replace('</head>', `${preloadsFor(pathname, visitor)}</head>`);
}
