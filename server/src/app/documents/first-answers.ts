/**
 * The answers to the first calls of a page, embedded in its document (ADR 0060), so that the page is drawn without
 * asking. They are what the API answers to the same browser; where it would refuse for a limit, nothing is embedded.
 */
import { FIRST_ANSWERS_ID, FIRST_INVOICES, FIRST_PAYMENTS } from '@quittance/contract/first-calls';
import { formatMoney } from '@quittance/contract/format';
import { companyDomainSchema, linkTokenSchema } from '@quittance/contract/ids';
import { LANGUAGE_PARAMETER } from '@quittance/contract/language';
import { PORTAL_PATHS, toParams } from '@quittance/contract/pages';
import { shownCents } from '@quittance/domain/status/shown-amount';
import { resolveBearer } from '../../identity/session.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type LinkPrincipal, principalName } from '../../kernel/principal.ts';
import { readCookie, SESSION_COOKIE } from '../../platform/http/cookie-names.ts';
import { limitRoute } from '../../platform/http/limit-hook.ts';
import type { Exchange } from '../../platform/http/register-route.ts';
import { isOwnNavigation } from '../../platform/http/same-origin.ts';
import { ROUTE_LIMITS } from '../../platform/limits/route-limits.ts';
import { byPath } from '../authenticate.ts';
import {
  type AnsweredCall,
  answerCall,
  answerIn,
  type InnerCall,
  refusedCall,
} from './answer-call.ts';

export type Visit = {
  exchange: Exchange;
  pathname: string;
  /** The part of the address after '?'; it is never echoed. */
  search: string;
};

const isAnswered = (answer: AnsweredCall | null): answer is AnsweredCall => answer !== null;

const LINK_CALLS = [
  'publicCompany',
  'publicInvoice',
  'publicCustomer',
  'publicInvoiceTransactions',
] as const;

type LinkParams = { company: string; id: string };

/** One visit is one request to the limits, and an unknown link one miss. */
async function admitLink(
  deps: Deps,
  { request }: Exchange,
  params: LinkParams,
): Promise<LinkPrincipal | AppError> {
  const limits = limitRoute(deps, ROUTE_LIMITS.publicInvoice);
  try {
    return await limits.admit<LinkPrincipal>(request, {
      authenticate: () => byPath(deps, params),
      name: (link) => principalName(link),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'NOT_FOUND') await limits.countStatus(request, 404);
    return error;
  }
}

async function answersOfLink(
  deps: Deps,
  { exchange }: Visit,
  params: LinkParams,
): Promise<AnsweredCall[]> {
  const calls = LINK_CALLS.map((name): InnerCall => ({ name, params }));
  const principal = await admitLink(deps, exchange, params);
  if (principal instanceof AppError) {
    return principal.code === 'NOT_FOUND' ? calls.map((call) => refusedCall(call, principal)) : [];
  }
  const caller = { exchange, principal };
  const answers = await Promise.all(calls.map((call) => answerCall(deps, call, caller)));
  // Nearly every link is an invoice's; the browser asks for the request only when there is none.
  const hasNoInvoice = answers.some(
    (answer) => answer?.name === 'publicInvoice' && answer.status === 404,
  );
  if (hasNoInvoice) answers.push(await answerCall(deps, { name: 'publicRequest', params }, caller));
  return answers.filter(isAnswered);
}

/** A query is text of the visitor; the language in it changes no call. */
function hasQuery(search: string): boolean {
  return [...new URLSearchParams(search).keys()].some((name) => name !== LANGUAGE_PARAMETER);
}

/** What a page of a customer shows first; only for an address without a query. */
function pageCalls({ pathname, search }: Visit, customerId: string): InnerCall[] {
  if (hasQuery(search)) return [];
  const customer = { id: customerId };
  if (toParams(PORTAL_PATHS.invoices, pathname))
    return [{ name: 'invoices', params: customer, query: FIRST_INVOICES }];
  if (toParams(PORTAL_PATHS.payments, pathname))
    return [{ name: 'transactions', params: customer, query: FIRST_PAYMENTS }];
  const { invoiceRef } = toParams(PORTAL_PATHS.invoice, pathname) ?? {};
  if (invoiceRef === undefined) return [];
  const params = { id: invoiceRef };
  return [
    { name: 'invoice', params },
    { name: 'invoiceTransactions', params },
  ];
}

async function answersOfCustomer(
  deps: Deps,
  visit: Visit,
  domain: string,
): Promise<AnsweredCall[]> {
  const { exchange } = visit;
  const renewal = { name: 'signIn', query: { domain } } as const;
  const signedIn = await answerCall(deps, renewal, { exchange, principal: null });
  if (!signedIn) return [];
  const session = answerIn([signedIn], 'signIn');
  const principal = session && (await resolveBearer(deps, session.token));
  if (!principal) return [signedIn];
  const { customerId } = principal;
  const calls: InnerCall[] = [
    { name: 'privateCompany' },
    { name: 'customer', params: { id: customerId } },
    { name: 'projects' },
    ...pageCalls(visit, customerId),
  ];
  const answers = await Promise.all(
    calls.map((call) => answerCall(deps, call, { exchange, principal })),
  );
  return [signedIn, ...answers].filter(isAnswered);
}

/** Not the pages of the sign-in: their first call needs what only the browser has. */
const ENTRY_PAGES = [PORTAL_PATHS.login, PORTAL_PATHS.enter];

async function findAnswers(deps: Deps, visit: Visit, company: string): Promise<AnsweredCall[]> {
  const { pathname, exchange } = visit;
  if (!companyDomainSchema.safeParse(company).success) return [];
  const link = toParams(PORTAL_PATHS.payLink, pathname);
  if (link) {
    const token = linkTokenSchema.safeParse(link['token']);
    return token.success ? answersOfLink(deps, visit, { company, id: token.data }) : [];
  }
  const { headers } = exchange.request;
  // Without the cookie there may still be a session: a browser does not send it when it follows a link in a mail.
  if (readCookie(headers.cookie, SESSION_COOKIE) === null || !isOwnNavigation(headers)) return [];
  if (ENTRY_PAGES.some((path) => toParams(path, pathname))) return [];
  return answersOfCustomer(deps, visit, company);
}

/**
 * `company`: as it is stored, and as the address spells it. A failure costs the page nothing but time: the browser makes
 * the calls itself, and the API answers and logs them.
 */
export async function firstAnswers(
  deps: Deps,
  visit: Visit,
  company: string,
): Promise<AnsweredCall[]> {
  try {
    return await findAnswers(deps, visit, company);
  } catch {
    return [];
  }
}

/** The amount of a public link, which the document shows before any script runs. */
export function amountIn(answers: readonly AnsweredCall[]): string {
  const invoice = answerIn(answers, 'publicInvoice');
  return invoice ? formatMoney(shownCents(invoice.account)) : '';
}

/** The settings of the customer who is signed in, or whose link it is. */
export function languagesIn(answers: readonly AnsweredCall[]) {
  return {
    signedIn: answerIn(answers, 'customer')?.debtor.language ?? null,
    linked: answerIn(answers, 'publicCustomer')?.debtor.language ?? null,
  };
}

/** No character that could end the element, open a comment in it, or end a line of a script. */
const UNSAFE = /[<>&\u2028\u2029]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A block of data is no script, so that no content security policy applies to it. */
export function answersElement(answers: readonly AnsweredCall[]): string {
  if (answers.length === 0) return '';
  const entries = answers.map(
    ({ url, status, text }) => `{"url":${JSON.stringify(url)},"status":${status},"body":${text}}`,
  );
  const json = `[${entries.join()}]`.replace(UNSAFE, escaped);
  return `<script type="application/json" id="${FIRST_ANSWERS_ID}">${json}</script>`;
}
