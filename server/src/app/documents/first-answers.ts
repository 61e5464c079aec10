/**
 * Embeds the responses to a page's first API calls in its document (ADR 0060), so that the page renders without
 * further requests. The embedded responses are identical to those the API would send to the same browser. If a rate
 * limit would refuse the calls, nothing is embedded.
 */
import {
  FIRST_ANSWERS_ID,
  FIRST_INVOICES,
  FIRST_PAYMENTS,
  FIRST_VERSION,
} from '@quittance/contract/first-calls';
import { formatMoney } from '@quittance/contract/format';
import { companyDomainSchema, linkTokenSchema } from '@quittance/contract/ids';
import { LANGUAGE_PARAMETER } from '@quittance/contract/language';
import { PORTAL_PATHS, toParams } from '@quittance/contract/pages';
import { ROUTES } from '@quittance/contract/portal-routes';
import { shownCents } from '@quittance/domain/status/shown-amount';
import { resolveBearer } from '../../identity/session.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  type CustomerPrincipal,
  type LinkPrincipal,
  principalName,
} from '../../kernel/principal.ts';
import { shareReads } from '../../platform/database/database.ts';
import { together } from '../../platform/database/transaction.ts';
import { readCookie, SESSION_COOKIE } from '../../platform/http/cookie-names.ts';
import { limitRoute } from '../../platform/http/limit-hook.ts';
import type { Exchange } from '../../platform/http/register-route.ts';
import { isOwnNavigation } from '../../platform/http/same-origin.ts';
import { type ResolvedLink, resolveLinkWith } from '../../requests/resolve-link.ts';
import { LINK_VERSION } from '../../screens/link-version.ts';
import { readSnapshotVersion } from '../../screens/snapshot-version.ts';
import {
  type AnsweredCall,
  answerCall,
  answerIn,
  type InnerCall,
  refusedCall,
} from './answer-call.ts';
import type { KeptLinks } from './kept-links.ts';
import type { Part, Shell } from './shell.ts';

export type Visit = {
  exchange: Exchange;
  pathname: string;
  /** Query string of the address. Never echoed back. */
  search: string;
  keptLinks: KeptLinks<FirstData>;
};

/** The responses embedded in a document, and what else the document takes from them. */
export type FirstData = {
  element: string;
  amount: string;
  languages: { signedIn: string | null; linked: string | null };
  /** The document is for a link that opens nothing, or cannot be one (R4). */
  isDeadLink: boolean;
  /** The compressed document with these responses, for each shell it was sent with. */
  bodies: WeakMap<Shell, Part>;
};

const isAnswered = (answer: AnsweredCall | null): answer is AnsweredCall => answer !== null;

/** The version of what the responses show (R21), read from the same snapshot. */
type Answered = { answers: readonly AnsweredCall[]; version?: string | undefined };

const NOTHING: Answered = { answers: [] };

const LINK_CALLS = [
  'publicCompany',
  'publicInvoice',
  'publicCustomer',
  'publicInvoiceTransactions',
] as const;

type LinkParams = { company: string; id: string };

async function resolveVersioned(deps: Deps, { company, id: token }: LinkParams) {
  // On several servers, one statement cannot read all of these rows.
  const version = (await deps.database.isDistributed()) ? undefined : LINK_VERSION;
  const resolved = await resolveLinkWith(deps, { token, company }, version);
  if (!resolved) throw new AppError('NOT_FOUND');
  return resolved;
}

async function admitLink(
  deps: Deps,
  { request }: Exchange,
  params: LinkParams,
): Promise<ResolvedLink | AppError> {
  const limits = limitRoute(deps, ROUTES.publicInvoice.limits);
  try {
    return await limits.admit<ResolvedLink>(request, {
      authenticate: () => resolveVersioned(deps, params),
      name: ({ link }) => principalName(link),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'NOT_FOUND') await limits.countStatus(request, 404);
    return error;
  }
}

/**
 * All calls read in one transaction, and in one round trip unless a read depends on another one. Their company is read
 * before: a read inside would wait for a second connection, and all of them could be held by such transactions.
 */
async function answerTogether(
  deps: Deps,
  calls: readonly InnerCall[],
  caller: { exchange: Exchange; principal: CustomerPrincipal | LinkPrincipal },
): Promise<Answered> {
  const { principal } = caller;
  const company = await deps.companies.find(principal.companyId);
  const companies = { ...deps.companies, find: async () => company };
  return shareReads(deps.database, principal, async (database) => {
    const [version, answers] = await together([
      database.readAloneInCompany(principal, (tx) => readSnapshotVersion(tx, principal)),
      together(calls.map((call) => answerCall({ ...deps, database, companies }, call, caller))),
    ]);
    return { answers: answers.filter(isAnswered), version };
  });
}

async function readLink(
  deps: Deps,
  params: LinkParams,
  caller: { exchange: Exchange; principal: LinkPrincipal },
): Promise<Answered> {
  const calls = LINK_CALLS.map((name): InnerCall => ({ name, params }));
  const { answers, version } = await answerTogether(deps, calls, caller);
  // Nearly every link is for an invoice. The browser loads the payment request only if the link has no invoice.
  const hasNoInvoice = answers.some(
    ({ name, status }) => name === 'publicInvoice' && status === 404,
  );
  const request =
    hasNoInvoice && (await answerCall(deps, { name: 'publicRequest', params }, caller));
  return { answers: request ? [...answers, request] : answers, version };
}

async function refuseLink(
  deps: Deps,
  params: LinkParams,
  { exchange, error }: { exchange: Exchange; error: AppError },
): Promise<AnsweredCall[]> {
  if (error.code !== 'NOT_FOUND') return [];
  const { company } = params;
  const brand = { name: 'companyBrand', params: { company } } as const;
  const answer = await answerCall(deps, brand, { exchange, principal: null });
  const refused = LINK_CALLS.map((name) => refusedCall({ name, params }, error));
  return [...refused, answer].filter(isAnswered);
}

async function dataOfLink(
  deps: Deps,
  { exchange, keptLinks }: Visit,
  params: LinkParams,
): Promise<FirstData> {
  const resolved = await admitLink(deps, exchange, params);
  if (resolved instanceof AppError)
    return toFirstData({ answers: await refuseLink(deps, params, { exchange, error: resolved }) });
  const place = await keptLinks.find(deps, resolved);
  if (place?.data) return place.data;
  const answered = await readLink(deps, params, { exchange, principal: resolved.link });
  const data = toFirstData(answered);
  if (answered.answers.filter(({ status }) => status === 200).length === LINK_CALLS.length)
    place?.keep(data);
  return data;
}

/** The query is visitor-supplied text. The language parameter is allowed, since it does not affect any call. */
function hasQuery(search: string): boolean {
  return [...new URLSearchParams(search).keys()].some((name) => name !== LANGUAGE_PARAMETER);
}

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

async function answersOfCustomer(deps: Deps, visit: Visit, domain: string): Promise<Answered> {
  const { exchange } = visit;
  const renewal = { name: 'signIn', query: { domain } } as const;
  const signedIn = await answerCall(deps, renewal, { exchange, principal: null });
  if (!signedIn) return NOTHING;
  const session = answerIn([signedIn], 'signIn');
  const principal = session && (await resolveBearer(deps, session.token));
  if (!principal) return { answers: [signedIn] };
  const { customerId } = principal;
  const calls: InnerCall[] = [
    { name: 'privateCompany' },
    { name: 'customer', params: { id: customerId } },
    { name: 'projects' },
    ...pageCalls(visit, customerId),
  ];
  const { answers, version } = await answerTogether(deps, calls, { exchange, principal });
  return { answers: [signedIn, ...answers], version };
}

async function findData(deps: Deps, visit: Visit, company: string): Promise<FirstData> {
  const { pathname, exchange } = visit;
  if (!companyDomainSchema.safeParse(company).success) return toFirstData();
  const link = toParams(PORTAL_PATHS.payLink, pathname);
  if (link) {
    const token = linkTokenSchema.safeParse(link['token']);
    if (!token.success) return { ...toFirstData(), isDeadLink: true };
    return dataOfLink(deps, visit, { company, id: token.data });
  }
  const { headers } = exchange.request;
  // A session may exist even without the cookie: browsers do not send it when the visitor follows a link in an
  // email.
  if (readCookie(headers.cookie, SESSION_COOKIE) === null || !isOwnNavigation(headers))
    return toFirstData();
  // The first call of a sign-in link needs its token, which only the browser has.
  if (toParams(PORTAL_PATHS.enter, pathname)) return toFirstData();
  return toFirstData(await answersOfCustomer(deps, visit, company));
}

/**
 * `company`: the company as stored, and as spelled in the address. A failure only costs time: the browser then
 * makes the calls itself, and the API handles and logs them.
 */
export async function findFirstData(deps: Deps, visit: Visit, company: string): Promise<FirstData> {
  try {
    return await findData(deps, visit, company);
  } catch {
    return toFirstData();
  }
}

function amountIn(answers: readonly AnsweredCall[]): string {
  const invoice = answerIn(answers, 'publicInvoice');
  return invoice ? formatMoney(shownCents(invoice.account)) : '';
}

function languagesIn(answers: readonly AnsweredCall[]) {
  return {
    signedIn: answerIn(answers, 'customer')?.debtor.language ?? null,
    linked: answerIn(answers, 'publicCustomer')?.debtor.language ?? null,
  };
}

/** Characters that could end the element, open a comment inside it, or end a script line. */
const UNSAFE = /[<>&\u2028\u2029]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A data block is not executed, so content security policies do not apply to it. */
function answersElement({ answers, version = '' }: Answered): string {
  if (answers.length === 0) return '';
  const entries = answers.map(
    ({ url, status, text }) => `{"url":${JSON.stringify(url)},"status":${status},"body":${text}}`,
  );
  const json = `[${entries.join()}]`.replace(UNSAFE, escaped);
  const attributes = `type="application/json" ${FIRST_VERSION}="${version}" id="${FIRST_ANSWERS_ID}"`;
  return `<script ${attributes}>${json}</script>`;
}

export function toFirstData(answered: Answered = NOTHING): FirstData {
  const { answers } = answered;
  return {
    element: answersElement(answered),
    amount: amountIn(answers),
    languages: languagesIn(answers),
    isDeadLink: answers.some(({ name, status }) => name === 'publicCompany' && status === 404),
    bodies: new WeakMap(),
  };
}
