/** The document of a contract, drawn from what we know of it: a page to read and to print. */

import { formatDate, formatInstant, formatMoney } from '@quittance/contract/format';
import type { ContractId } from '@quittance/contract/ids';
import { subtractCents } from '@quittance/contract/money';
import { CONTRACT_STATUS_LABELS } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { escapeHtml } from '../../escape-html.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import { type ContractRow, findContractInSession } from '../../storage/billing/contracts.ts';
import { type CustomerRow, findCustomer } from '../../storage/billing/customers.ts';
import { readOwn } from '../customer-scope.ts';
import { readContractPass } from './contract-pass.ts';

type Drawn = {
  contract: ContractRow;
  company: CompanyRow;
  customer: CustomerRow;
  printedAt: string;
};

function rowsOf({ contract, company, customer }: Drawn): [string, string][] {
  const { contractRef, typeName, status, amountCents, paidCents, signedOn } = contract;
  const { chargeOffOn, acceleratedOn } = contract;
  return [
    ['Contract', contractRef],
    ['Type', typeName],
    ['Status', CONTRACT_STATUS_LABELS[status]],
    ['Company', company.legalName ?? company.name],
    ['Customer', `${customer.firstName} ${customer.lastName}`],
    ['Customer reference', customer.customerRef],
    ['Date', formatDate(signedOn)],
    ['Amount', formatMoney(amountCents)],
    ['Paid', formatMoney(paidCents)],
    ['Balance', formatMoney(subtractCents(amountCents, paidCents))],
    ['Accelerated on', acceleratedOn ? formatDate(acceleratedOn) : ''],
    ['Charged off on', chargeOffOn ? formatDate(chargeOffOn) : ''],
  ];
}

function draw(drawn: Drawn): string {
  const { contract, company, printedAt } = drawn;
  const title = escapeHtml(`${contract.typeName} ${contract.contractRef}`);
  const rows = rowsOf(drawn)
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(company.name)}</p>
<table cellpadding="6">
${rows}
</table>
<p>As of ${escapeHtml(printedAt)}.</p>
</body>
</html>
`;
}

/** Unknown, expired, foreign, and the session has ended: all the same 404. */
export async function readContractDocument(
  deps: Deps,
  { contractId, pass }: { contractId: ContractId; pass: string },
): Promise<string> {
  const now = deps.clock.now();
  const holder = readContractPass(deps, contractId, pass);
  if (!holder) throw new AppError('NOT_FOUND');
  return readOwn(deps, holder, async (tx, company) => {
    const { sessionId } = holder;
    const contract = await findContractInSession(tx, holder, { contractId, sessionId, now });
    if (!contract) throw new AppError('NOT_FOUND');
    const customer = await findCustomer(tx, holder);
    invariant(customer, 'a contract has its customer');
    const printedAt = formatInstant(now, company.timeZone);
    return draw({ contract, company, customer, printedAt });
  });
}
