/**
 * Files about a whole account: statement, receipts of a period, history. A download link is valid for a few
 * minutes, and only in the session that requested it (R26). Files are streamed while they are generated.
 */
import { Readable } from 'node:stream';
import type { IsoDate } from '@quittance/contract/dates';
import { pathTo } from '@quittance/contract/http/portal-route';
import type { CustomerId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { HistoryEntry } from '@quittance/contract/statements/history';
import type { AccountFile } from '@quittance/contract/statements/portal-routes';
import { invariant } from '@quittance/domain/invariant';
import { findLogo } from '../companies/logos/logo-rows.ts';
import { readAsCustomer, requireSameCustomer } from '../customers/customer-scope.ts';
import { findCustomer } from '../customers/store.ts';
import { resolveCookie } from '../identity/session.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { documentLink, readLinkToken } from '../platform/http/document-link-token.ts';
import { drawDocument } from '../platform/pdf/draw-document.ts';
import { documentWordsFor } from '../texts/catalogs.ts';
import type { DocumentTexts } from '../texts/en/server-texts.ts';
import { historyData, historyRows, toEntry } from './history.ts';
import { historyText } from './history-text.ts';
import { readPersonData, toPage } from './person-data.ts';
import { drawReceiptsOfPeriod } from './receipts-of-period.ts';
import { readWholeStatement, requireDays } from './statement.ts';
import { statementCsv, statementText } from './statement-text.ts';

export type FileQuery = { kind: AccountFile; from?: IsoDate | undefined; to?: IsoDate | undefined };

/** A pass is valid for one file: another kind or period needs another pass. */
const toContext = (customerId: CustomerId, { kind, from = undefined, to = undefined }: FileQuery) =>
  `customers/${customerId}/files/${kind}/${from ?? ''}/${to ?? ''}`;

type Days = { from: IsoDate; to: IsoDate };

function toDays({ from, to }: FileQuery): Days {
  if (!from || !to)
    throw new AppError('INVALID_REQUEST', { details: { fields: ['/from', '/to'] } });
  requireDays({ from, to });
  return { from, to };
}

export type LinkRequest = {
  principal: CustomerPrincipal;
  customerId: CustomerId;
  query: FileQuery;
};

export function createAccountFileLink(
  deps: Deps,
  { principal, customerId, query }: LinkRequest,
): string {
  requireSameCustomer(principal, customerId);
  const days = /^(?:history|personal)/.test(query.kind) ? {} : toDays(query);
  const search = new URLSearchParams({ kind: query.kind, ...days });
  const path = pathTo(ROUTES.accountFile.path, { id: customerId });
  const sealContext = toContext(customerId, { kind: query.kind, ...days });
  const link = documentLink(deps, principal, { path, sealContext });
  return `${link}&${search}`;
}

type Whole = CustomerKey & { query: FileQuery };

function readStatementInput(deps: Deps, { query, ...key }: Whole) {
  const days = toDays(query);
  return readAsCustomer(deps, key, async (tx, company) => {
    const range = { ...key, ...days, timeZone: company.timeZone };
    const statement = await readWholeStatement(tx, range);
    const customer = await findCustomer(tx, key);
    invariant(customer, 'a session has its customer');
    const logo = await findLogo(tx, key.companyId);
    return { ...statement, ...days, company, customer, logo, now: deps.clock.now() };
  });
}

async function statementPdf(deps: Deps, whole: Whole): Promise<Iterable<Uint8Array>> {
  const text = statementText(await readStatementInput(deps, whole));
  return [await drawDocument(whole.companyId, 'statement', text)];
}

async function historyPdf(deps: Deps, { query: _query, ...key }: Whole) {
  const entries: HistoryEntry[] = [];
  for await (const rows of historyRows(deps, key)) entries.push(...rows.map(toEntry));
  const input = await readAsCustomer(deps, key, async (tx, company) => {
    const customer = await findCustomer(tx, key);
    invariant(customer, 'a session has its customer');
    return { company, customer, logo: await findLogo(tx, key.companyId), now: deps.clock.now() };
  });
  return [await drawDocument(key.companyId, 'history', historyText({ ...input, entries }))];
}

function personData(deps: Deps, { query: _query, ...key }: Whole) {
  const createdAt = deps.clock.now();
  return readAsCustomer(deps, key, (tx) => readPersonData(tx, { ...key, createdAt }));
}

type Content = Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

/** Spreadsheet programs need it to read non-ASCII characters. */
const BYTE_ORDER_MARK = '\ufeff';

const WRITERS: Readonly<Record<AccountFile, (deps: Deps, whole: Whole) => Promise<Content>>> = {
  'statement-pdf': statementPdf,
  'statement-csv': async (deps, whole) => {
    const input = await readStatementInput(deps, whole);
    return [BYTE_ORDER_MARK, ...statementCsv(input)];
  },
  receipts: async (deps, { query, ...key }) => [
    await drawReceiptsOfPeriod(deps, { ...key, ...toDays(query) }),
  ],
  'history-pdf': historyPdf,
  'history-data': async (deps, { query: _query, ...key }) => historyData(deps, key),
  'personal-data': async (deps, whole) => [JSON.stringify(await personData(deps, whole), null, 2)],
  'personal-page': async (deps, whole) => [toPage(await personData(deps, whole))],
};

type FileType = { type: string; ending: string; name: keyof DocumentTexts['files'] };

const TYPES: Readonly<Record<AccountFile, FileType>> = {
  'statement-pdf': { type: 'application/pdf', ending: 'pdf', name: 'statement' },
  'statement-csv': { type: 'text/csv; charset=utf-8', ending: 'csv', name: 'statement' },
  receipts: { type: 'application/pdf', ending: 'pdf', name: 'receipts' },
  'history-pdf': { type: 'application/pdf', ending: 'pdf', name: 'history' },
  'history-data': { type: 'application/x-ndjson', ending: 'ndjson', name: 'history' },
  'personal-data': { type: 'application/json', ending: 'json', name: 'personalData' },
  'personal-page': { type: 'text/html; charset=utf-8', ending: 'html', name: 'personalData' },
};

async function toName(deps: Deps, { query, ...key }: Whole): Promise<string> {
  const customer = await readAsCustomer(deps, key, (tx) => findCustomer(tx, key));
  invariant(customer, 'a session has its customer');
  const { kind, from, to } = query;
  const { ending, name } = TYPES[kind];
  const { files } = documentWordsFor(customer).documents;
  return `${[files[name], from, to].filter(Boolean).join('-')}.${ending}`;
}

export type FileDownload = {
  customerId: CustomerId;
  query: FileQuery & { pass: string };
  cookie: string | null;
};

/** A pass that is unknown, expired, foreign or without its session results in a 404 response. */
export async function openAccountFile(
  deps: Deps,
  { customerId, query, cookie }: FileDownload,
): Promise<{ name: string; type: string; content: Readable }> {
  const { pass: token, ...file } = query;
  const holder = readLinkToken(deps, { token, sealContext: toContext(customerId, file) });
  const session = holder && cookie ? await resolveCookie(deps, cookie) : null;
  if (!holder || session?.id !== holder.sessionId) throw new AppError('NOT_FOUND');
  const { companyId } = holder;
  const whole = { companyId, customerId, query: file };
  const content = await WRITERS[file.kind](deps, whole);
  const { type } = TYPES[file.kind];
  return { name: await toName(deps, whole), type, content: Readable.from(content) };
}
