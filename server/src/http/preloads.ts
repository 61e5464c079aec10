/**
 * The first questions of a public link, named in its document: the browser asks them while it still
 * fetches the scripts, so that a payer on a slow line sees the invoice one round trip earlier. Only
 * what the web app asks in any case (`openPublicLink`), in the very same form.
 */
import { companyDomainSchema, linkTokenSchema } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/routes';
import { pathTo } from '@quittance/contract/routes/route';

const PAY_LINK = /^\/(?<company>[^/]+)\/pay\/(?<token>[^/]+)\/?$/;

const ASKED = [
  'publicCompany',
  'publicInvoice',
  'publicCustomer',
  'publicInvoiceTransactions',
] as const;

/** Nothing for any other page, and nothing that is not in the form of a link. */
export function preloadsFor(pathname: string): string {
  const { company, token } = PAY_LINK.exec(pathname)?.groups ?? {};
  const domain = companyDomainSchema.safeParse(company);
  const id = linkTokenSchema.safeParse(token);
  if (!domain.success || !id.success) return '';
  const params = { company: domain.data, id: id.data };
  return ASKED.map((name) => pathTo(ROUTES[name].path, params))
    .map((href) => `<link rel="preload" as="fetch" crossorigin href="${href}" />`)
    .join('');
}

export function withPreloads(html: string, pathname: string): string {
  return html.replace('</head>', `${preloadsFor(pathname)}</head>`);
}
