/** The document of a contract: the file added by the company, or a printable HTML page. */
import type { Instant } from '@quittance/contract/dates';
import { formatDate, formatInstant, formatMoney } from '@quittance/contract/format';
import type { ContractId } from '@quittance/contract/ids';
import { subtractCents } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import type { CompanyRow } from '../companies/store.ts';
import { type CustomerRow, findCustomer } from '../customers/store.ts';
import { resolveCookie } from '../identity/session.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { escapeHtml } from '../kernel/escape-html.ts';
import { type DocumentWords, documentWordsFor } from '../texts/catalogs.ts';
import { findDocument } from './contract-documents.ts';
import { readContractLinkToken } from './contract-link-token.ts';
import { type ContractRow, findContractInSession } from './contracts.ts';
import { withContracts } from './list-contracts.ts';

type DocumentData = {
  contract: ContractRow;
  company: CompanyRow;
  customer: CustomerRow;
  now: Instant;
};

function toRows({ contract, company, customer }: DocumentData, words: DocumentWords) {
  const { contractRef, typeName, status, amountCents, paidCents, signedOn } = contract;
  const { chargeOffOn, acceleratedOn } = contract;
  const { dates, documents, labels } = words;
  const { contract: texts } = documents;
  const rows: [string, string][] = [
    [texts.contract, contractRef],
    [texts.type, typeName],
    [texts.status, labels.CONTRACT_STATUS_LABELS[status]],
    [texts.company, company.legalName ?? company.name],
    [texts.customer, `${customer.firstName} ${customer.lastName}`],
    [documents.customerReference, customer.customerRef],
    [texts.date, formatDate(signedOn, dates)],
    [texts.amount, formatMoney(amountCents)],
    [texts.paid, formatMoney(paidCents)],
    [texts.balance, formatMoney(subtractCents(amountCents, paidCents))],
    [texts.acceleratedOn, acceleratedOn ? formatDate(acceleratedOn, dates) : ''],
    [texts.chargedOffOn, chargeOffOn ? formatDate(chargeOffOn, dates) : ''],
  ];
  return rows;
}

function renderDocument(data: DocumentData): string {
  const { contract, company, customer, now } = data;
  const words = documentWordsFor(customer);
  const printedAt = formatInstant(now, company.timeZone, words.dates);
  const title = escapeHtml(`${contract.typeName} ${contract.contractRef}`);
  const rows = toRows(data, words)
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${words.language}">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(company.name)}</p>
<table cellpadding="6">
${rows}
</table>
<p>${escapeHtml(words.documents.contract.asOf(printedAt))}</p>
</body>
</html>
`;
}

export type DocumentRequest = { contractId: ContractId; token: string; cookie: string | null };

type File = NonNullable<Awaited<ReturnType<typeof findDocument>>>;
export type ReadDocument = { kind: 'page'; html: string } | { kind: 'file'; file: File };

/** A token that is unknown, expired, foreign or without its session results in 404. */
export async function readContractDocument(
  deps: Deps,
  { contractId, token, cookie }: DocumentRequest,
): Promise<ReadDocument> {
  const now = deps.clock.now();
  const holder = readContractLinkToken(deps, contractId, token);
  const session = holder && cookie ? await resolveCookie(deps, cookie) : null;
  if (!holder || session?.id !== holder.sessionId) throw new AppError('NOT_FOUND');
  return withContracts(deps, holder, async (tx, company) => {
    const { sessionId } = holder;
    const contract = await findContractInSession(tx, holder, { contractId, sessionId, now });
    if (!contract) throw new AppError('NOT_FOUND');
    const { companyId, customerId } = holder;
    const scope = { companyId, customerId };
    const file = await findDocument(tx, deps, { scope, contractId });
    if (file) return { kind: 'file', file };
    const customer = await findCustomer(tx, holder);
    invariant(customer, 'a contract has its customer');
    return { kind: 'page', html: renderDocument({ contract, company, customer, now }) };
  });
}
