/**
 * What a page needs first, named in its document: the browser fetches it while it still fetches the
 * scripts, so that a payer on a slow line sees the invoice a round trip earlier. Only what the web app
 * asks in any case (`openPublicLink`, `openPortal`), in the very same form.
 */
import { companyDomainSchema, linkTokenSchema } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/routes';
import { pathTo } from '@quittance/contract/routes/route';

const PAY_LINK = /^\/(?<company>[^/]+)\/pay\/(?<token>[^/]+)\/?$/;

/** Pages that lead in ask for something else, which only the browser knows. */
const ACCOUNT_PAGE = /^\/(?<company>[^/]+)(?!\/(?:auth|pay)(?:\/|$))(?:\/|$)/;

/** The web app's files for whoever is signed in; a public link does without. */
const ACCOUNT_LINES = /\s*<link [^>]*\bdata-account\b[^>]*>/g;

const ASKED_BY_LINK = [
  'publicCompany',
  'publicInvoice',
  'publicCustomer',
  'publicInvoiceTransactions',
] as const;

function addressesOfLink(pathname: string): string[] {
  const { company, token } = PAY_LINK.exec(pathname)?.groups ?? {};
  const domain = companyDomainSchema.safeParse(company);
  const id = linkTokenSchema.safeParse(token);
  if (!domain.success || !id.success) return [];
  const params = { company: domain.data, id: id.data };
  return ASKED_BY_LINK.map((name) => pathTo(ROUTES[name].path, params));
}

function addressesOfAccount(pathname: string): string[] {
  const domain = companyDomainSchema.safeParse(ACCOUNT_PAGE.exec(pathname)?.groups?.['company']);
  return domain.success ? [`${pathTo(ROUTES.signIn.path, {})}?domain=${domain.data}`] : [];
}

/** Nothing that is not in the form of an address of ours; nothing of an account for a stranger. */
export function preloadsFor(pathname: string, { hasSession }: { hasSession: boolean }): string {
  return [...addressesOfLink(pathname), ...(hasSession ? addressesOfAccount(pathname) : [])]
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
