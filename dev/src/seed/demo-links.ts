/**
 * Public links of the demo companies, and the summary that lists them. The database stores only token hashes, so if
 * the summary is lost, new links are created. The old links stay valid.
 */
import { addDays, compareDates, type IsoDate } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import type { InvoiceId } from '@quittance/contract/ids';
import { processorLabel } from '@quittance/contract/processors/registry';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { hashLinkToken, mintLinkToken } from '@quittance/server/identity/link-token';
import type { Clock } from '@quittance/server/kernel/clock';
import type { Entropy } from '@quittance/server/kernel/entropy';
import type { Tx } from '@quittance/server/platform/database/database';
import { matching, references } from '@quittance/server/platform/database/keys';
import { capabilities } from '@quittance/server/schema/access';
import { companies } from '@quittance/server/schema/companies';
import { contacts, customers } from '@quittance/server/schema/customers';
import { invoices, requests } from '@quittance/server/schema/invoices';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { localInstant } from '../local-instant.ts';

export type DemoLink = { invoiceRef: string; status: InvoiceStatus; amount: string; url: string };

export type DemoSummary = {
  portal: string;
  sandbox: string;
  companies: {
    name: string;
    domain: string;
    processor: string;
    isDemo: boolean;
    customers: { name: string; reference: string; email: string; publicLinks: DemoLink[] }[];
  }[];
};

export type LinkDeps = {
  clock: Clock;
  entropy: Entropy;
  portalUrl: string;
  sandboxUrl: string;
};

/** A link expires this many days after the due date (R4). */
const LINK_DAYS = 90;

const STATUS_ORDER: readonly InvoiceStatus[] = [
  'IN_COLLECTION',
  'DUE',
  'PAYMENT_PLAN_IN_PROGRESS',
  'PAYMENT_EXTENSION',
  'DEFAULTED',
  'PENDING',
  'DISPUTED',
  'COLLECTED',
  'PAYMENT_PLAN_COLLECTED',
  'DRAFT',
];

export async function linkedInvoices(tx: Tx): Promise<InvoiceId[]> {
  const rows = await tx
    .selectDistinct({ invoiceId: requests.invoiceId })
    .from(capabilities)
    .innerJoin(requests, references(capabilities.requestId, requests));
  return rows.flatMap(({ invoiceId }) => (invoiceId ? [invoiceId] : []));
}

export async function mintDemoLinks(
  tx: Tx,
  deps: LinkDeps,
  invoiceIds: readonly InvoiceId[],
): Promise<DemoSummary> {
  const people = await readPeople(tx);
  const open = (await readInvoices(tx, invoiceIds)).map((row) => ({
    ...row,
    token: mintLinkToken(deps.entropy.bytes),
  }));
  const rows = open.map((row) => toCapability(deps, row));
  if (rows.length > 0) await tx.insert(capabilities).values(rows);
  const toUrl = ({ company, token }: (typeof open)[number]) =>
    `${deps.portalUrl}/${company.domain}/pay/${token}`;
  const toLinks = (customerId: string) =>
    open
      .filter((row) => row.invoice.customerId === customerId)
      .map((row) => ({ ...describe(row), url: toUrl(row) }));
  const found = new Map(people.map(({ company }) => [company.companyId, company]));
  return {
    portal: deps.portalUrl,
    sandbox: deps.sandboxUrl,
    companies: [...found.values()].map(({ companyId, name, domain, processor, isDemo }) => ({
      name,
      domain,
      processor: processorLabel(processor),
      isDemo,
      customers: people
        .filter((person) => person.company.companyId === companyId)
        .map(({ customer, email }) => ({
          name: `${customer.firstName} ${customer.lastName}`,
          reference: customer.customerRef,
          email,
          publicLinks: toLinks(customer.id),
        })),
    })),
  };
}

function describe({ invoice }: LinkedInvoice): Omit<DemoLink, 'url'> {
  const { accountRef, status } = invoice;
  return { invoiceRef: accountRef, status, amount: formatMoney(payableAmount(invoice)) };
}

function toCapability(
  { clock, entropy }: LinkDeps,
  { invoice, company, requestId, token }: LinkedInvoice & { token: LinkToken },
): typeof capabilities.$inferInsert {
  const { companyId, customerId } = invoice;
  const { timeZone } = company;
  const lastDay = addDays(later(invoice.dueOn, clock.today(timeZone)), LINK_DAYS);
  return {
    companyId,
    id: entropy.uuid(),
    tokenHash: hashLinkToken(token),
    requestId,
    customerId,
    scope: 'pay',
    createdAt: clock.now(),
    expiresAt: localInstant({ date: lastDay, time: '23:59', timeZone }),
  };
}

function later(left: IsoDate, right: IsoDate): IsoDate {
  return compareDates(left, right) > 0 ? left : right;
}

async function readPeople(tx: Tx) {
  return tx
    .select({ company: companies, customer: customers, email: contacts.value })
    .from(customers)
    .innerJoin(companies, eq(companies.companyId, customers.companyId))
    .innerJoin(
      contacts,
      and(
        references(contacts.customerId, customers),
        matching(contacts, { type: 'EMAIL', isPrimary: true }),
      ),
    )
    .orderBy(asc(companies.createdAt), asc(customers.customerRef));
}

async function readInvoices(tx: Tx, invoiceIds: readonly InvoiceId[]) {
  const rows = await tx
    .select({ invoice: invoices, company: companies, requestId: requests.id })
    .from(invoices)
    .innerJoin(companies, eq(companies.companyId, invoices.companyId))
    .innerJoin(requests, references(requests.invoiceId, invoices))
    .where(inArray(invoices.id, [...invoiceIds]))
    .orderBy(asc(invoices.dueOn));
  const rank = (status: InvoiceStatus) => STATUS_ORDER.indexOf(status);
  return rows.sort((left, right) => rank(left.invoice.status) - rank(right.invoice.status));
}

type LinkToken = ReturnType<typeof mintLinkToken>;
type LinkedInvoice = Awaited<ReturnType<typeof readInvoices>>[number];
