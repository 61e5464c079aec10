/**
 * What the holder of a public link may see (R4): an allow-list, built field by field. Contacts, date
 * of birth, tokens and other invoices are not even read.
 */
import type { Company } from '@quittance/contract/company';
import type { PublicCustomer } from '@quittance/contract/customer';
import type { PublicInvoice, PublicTransaction } from '@quittance/contract/invoices';
import { paymentStatusOf } from '@quittance/domain/payment-status';
import { activeInstallment } from '@quittance/domain/plan-status';
import type { LinkPrincipal } from '../access/principal.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { payableNow } from '../payments/payable-now.ts';
import { listAttempts } from '../storage/attempts.ts';
import { type CompanyRow, findCompany } from '../storage/companies.ts';
import type { Tx } from '../storage/database.ts';
import {
  findInstallments,
  findInvoicePage,
  findRequest,
  type InstallmentRow,
  type InvoicePage,
} from '../storage/invoices.ts';
import { savedMethodLine } from './method-line.ts';

const TRANSACTIONS_MAX = 100;

export function publicCompanyOf(row: CompanyRow): Company {
  const { companyId: _id, isDemo: _demo, createdAt: _created, ...company } = row;
  return company;
}

/** Reads under the link's own scope; anything missing is the same 404. */
async function read<Result>(
  { database }: Pick<Deps, 'database'>,
  { companyId, customerId, requestId }: LinkPrincipal,
  load: (tx: Tx, page: InvoicePage, company: CompanyRow) => Promise<Result>,
): Promise<Result> {
  return database.inCompany({ companyId, customerId }, async (tx) => {
    const request = await findRequest(tx, { companyId, requestId });
    const company = await findCompany(tx, companyId);
    if (!request?.invoiceId || !company) throw new AppError('NOT_FOUND');
    const page = await findInvoicePage(tx, { companyId, invoiceId: request.invoiceId });
    if (!page) throw new AppError('NOT_FOUND');
    return load(tx, page, company);
  });
}

export function readPublicCompany(deps: Deps, link: LinkPrincipal): Promise<Company> {
  return read(deps, link, async (_tx, _page, company) => publicCompanyOf(company));
}

export function readPublicCustomer(deps: Deps, link: LinkPrincipal): Promise<PublicCustomer> {
  return read(deps, link, async (_tx, page) => ({ firstName: page.firstName }));
}

function contractOf({ contract }: InvoicePage): PublicInvoice['contract'] {
  if (!contract) return null;
  return {
    contractRef: contract.contractRef,
    amount: contract.amountCents,
    paidBalance: contract.paidCents,
    date: contract.signedOn,
    status: contract.status,
    type: { singularName: contract.typeName },
    billingSetting: {
      chargeOffDate: contract.chargeOffOn,
      acceleratedDate: contract.acceleratedOn,
    },
  };
}

function installmentsOf(rows: readonly InstallmentRow[]): PublicInvoice['installments'] {
  const active = activeInstallment(rows);
  return rows.map((row) => ({
    index: row.index,
    date: row.dueOn,
    cost: row.costCents,
    status: row.status,
    isActive: row.index === active?.index,
    parts: rows.length,
  }));
}

function negotiationOf({ negotiation }: InvoicePage['invoice']): PublicInvoice['negotiation'] {
  if (!negotiation) return null;
  const { isActive, isApplied, amountCents } = negotiation;
  return { isActive, isApplied, amount: amountCents };
}

export function readPublicInvoice(deps: Deps, link: LinkPrincipal): Promise<PublicInvoice> {
  return read(deps, link, async (tx, page, company) => {
    const { invoice } = page;
    const key = { companyId: invoice.companyId, invoiceId: invoice.id };
    const installments = installmentsOf(await findInstallments(tx, key));
    return {
      accountRef: invoice.accountRef,
      requestId: link.requestId,
      productName: invoice.productName,
      description: invoice.description,
      totalBalance: invoice.totalCents,
      paidBalance: invoice.paidCents,
      dueDate: invoice.dueOn,
      openedAt: invoice.openedOn,
      status: invoice.status,
      project: page.project ? { projectName: page.project.projectName } : null,
      contract: contractOf(page),
      negotiation: negotiationOf(invoice),
      paymentScheduledAt: page.scheduledOn,
      attachedPaymentMethod: page.method ? savedMethodLine(page.method) : null,
      installments,
      payable: payableNow(deps, invoice, company),
      today: deps.clock.today(company.timeZone),
      version: invoice.version,
    };
  });
}

/** Amount, date and status; who paid with what is for the customer alone. */
export function readPublicTransactions(
  deps: Deps,
  link: LinkPrincipal,
): Promise<PublicTransaction[]> {
  return read(deps, link, async (tx, { invoice }) => {
    const key = { companyId: invoice.companyId, invoiceId: invoice.id };
    const rows = await listAttempts(tx, key, TRANSACTIONS_MAX);
    return rows.map((row) => ({
      status: paymentStatusOf(row.state),
      amount: row.amountCents,
      fee: row.feeCents,
      method: row.method,
      createdAt: row.createdAt,
    }));
  });
}
