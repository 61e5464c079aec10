/** A customer's contracts: the tabs, the list (R24), and links to documents. */

import type { ContractId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { AnswerOf } from '@quittance/contract/portal-routes';
import {
  CONTRACT_TABS,
  type Contract,
  type ContractQuery,
  type ContractTab,
  type ContractTabKey,
  contractTabKeySchema,
} from '@quittance/contract/projects/contract-schemas';
import type { CompanyRow } from '../companies/store.ts';
import { asCustomer } from '../customers/customer-scope.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { contractDocumentLink, isDocumentKey, sealDocumentKey } from './contract-link-token.ts';
import {
  type ContractRow,
  findContract,
  listContracts as listRows,
  type StatusTotals,
  totalsByStatus,
} from './contracts.ts';

/** For a company that hides contracts (product §2.4), the response is the same as without any contracts. */
export function withContracts<Result>(
  deps: Pick<Deps, 'database'>,
  customer: Pick<CustomerPrincipal, 'companyId' | 'customerId'>,
  work: (tx: Tx, company: CompanyRow) => Promise<Result>,
): Promise<Result> {
  return asCustomer(deps, customer, async (tx, company) => {
    if (!company.preference.isContractsVisible) throw new AppError('NOT_FOUND');
    return work(tx, company);
  });
}

function toContract({ sealer }: Pick<Deps, 'sealer'>, row: ContractRow): Contract {
  return {
    id: row.id,
    contractRef: row.contractRef,
    amount: row.amountCents,
    paidBalance: row.paidCents,
    date: row.signedOn,
    status: row.status,
    type: { singularName: row.typeName },
    documentKey: sealDocumentKey(sealer, row),
  };
}

function isIn(key: ContractTabKey): (totals: StatusTotals) => boolean {
  const statuses: readonly string[] = CONTRACT_TABS[key].statuses;
  return ({ status }) => statuses.includes(status);
}

/** The tab 'All' is always shown. The others are shown only if they are not empty. */
export function readContractTabs(deps: Deps, principal: CustomerPrincipal): Promise<ContractTab[]> {
  return withContracts(deps, principal, async (tx) => {
    const totals = await totalsByStatus(tx, principal);
    const tabs = contractTabKeySchema.options.map((key) => ({
      key,
      label: CONTRACT_TABS[key].label,
      count: totals.filter(isIn(key)).reduce((sum, row) => sum + row.count, 0),
    }));
    return tabs.filter(({ key, count }) => key === 'all' || count > 0);
  });
}

function sumAdditional(totals: readonly StatusTotals[]) {
  const sums = contractTabKeySchema.options.map((key) => {
    const rows = totals.filter(isIn(key));
    const amount = addCents(...rows.map((row) => row.amountCents));
    return [key, { amount, paidBalance: addCents(...rows.map((row) => row.paidCents)) }] as const;
  });
  return Object.fromEntries(sums);
}

export function listContracts(
  deps: Deps,
  principal: CustomerPrincipal,
  query: ContractQuery,
): Promise<AnswerOf<'contracts'>> {
  const { tab, page, limit, search, sort = '-date' } = query;
  return withContracts(deps, principal, async (tx) => {
    const { companyId, customerId } = principal;
    const { statuses } = CONTRACT_TABS[tab];
    const filter = { owner: { companyId, customerId }, statuses, search: search || null };
    const { rows, total } = await listRows(tx, filter, { sort, page, limit });
    return {
      success: true,
      contracts: rows.map((row) => toContract(deps, row)),
      pagination: { page, limit, total },
      additional: sumAdditional(await totalsByStatus(tx, principal)),
    };
  });
}

export type LinkCommand = { principal: CustomerPrincipal; contractId: ContractId; key: string };

/** The link is on the portal's origin and valid for a few minutes in this session (R24). */
export function createContractLink(
  deps: Deps,
  { principal, contractId, key }: LinkCommand,
): Promise<string> {
  return withContracts(deps, principal, async (tx) => {
    const contract = await findContract(tx, principal, contractId);
    const isRight = contract && isDocumentKey(deps.sealer, contract, key);
    if (!isRight) throw new AppError('NOT_FOUND');
    return contractDocumentLink(deps, principal, contractId);
  });
}
