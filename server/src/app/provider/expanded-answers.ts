/** Adds the objects that `expand` names to an answer, with one read for each type of object on a page. */
import { customerPageSchema } from '@quittance/contract/customers/provider-schemas';
import { customerIdSchema, invoiceIdSchema } from '@quittance/contract/ids';
import { invoicePageSchema } from '@quittance/contract/invoices/provider-schemas';
import { paymentPageSchema } from '@quittance/contract/payments/provider-schemas';
import { z } from 'zod';
import { findCustomerRows } from '../../customers/customer-records.ts';
import { showCustomers } from '../../customers/show-customers.ts';
import { findInvoices } from '../../invoices/show-invoice.ts';
import { findPaymentsOnInvoices } from '../../payments/provider-payments.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { withMetadata } from './metadata-answers.ts';

const querySchema = z.looseObject({ expand: z.union([z.string(), z.array(z.string())]) });
const objectSchema = z.looseObject({
  id: z.uuid(),
  customerId: customerIdSchema,
  invoiceId: invoiceIdSchema.nullable().optional(),
});
const pageSchema = z.looseObject({ data: z.array(objectSchema) });
type Shown = z.infer<typeof objectSchema>;

const foundSchema = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

type Page = { answer: z.ZodType; data: readonly { id: string }[] };

async function byId(tx: Tx, actor: Actor, { answer, data }: Page) {
  const found = await withMetadata(tx, { answer }, { actor, answer: { data } });
  return new Map(foundSchema.parse(found).data.map((object) => [object.id, object]));
}

async function withCustomers(tx: Tx, actor: Actor, objects: Shown[]): Promise<Shown[]> {
  const customerIds = objects.map(({ customerId }) => customerId);
  const rows = await findCustomerRows(tx, { companyId: actor.companyId, customerIds });
  const page = { answer: customerPageSchema, data: await showCustomers(tx, rows) };
  const customers = await byId(tx, actor, page);
  return objects.map((object) => ({ ...object, customer: customers.get(object.customerId) }));
}

async function withInvoices(tx: Tx, actor: Actor, objects: Shown[]): Promise<Shown[]> {
  const invoiceIds = objects.flatMap(({ invoiceId }) => invoiceId ?? []);
  const data = await findInvoices(tx, { companyId: actor.companyId, invoiceIds });
  const invoices = await byId(tx, actor, { answer: invoicePageSchema, data });
  return objects.map((object) => ({
    ...object,
    invoice: invoices.get(object.invoiceId ?? '') ?? null,
  }));
}

/** Only invoices have payments. */
async function withPayments(tx: Tx, actor: Actor, objects: Shown[]): Promise<Shown[]> {
  const invoiceIds = objects.map(({ id }) => invoiceIdSchema.parse(id));
  const { companyId } = actor;
  const { onInvoice, data } = await findPaymentsOnInvoices(tx, { companyId, invoiceIds });
  const payments = await byId(tx, actor, { answer: paymentPageSchema, data });
  return objects.map((object) => ({
    ...object,
    payments: (onInvoice.get(object.id) ?? []).map((id) => payments.get(id)),
  }));
}

export async function withExpanded(
  tx: Tx,
  actor: Actor,
  { query, answer }: { query: unknown; answer: unknown },
): Promise<unknown> {
  const names = [querySchema.safeParse(query).data?.expand ?? []].flat();
  if (names.length === 0) return answer;
  const page = pageSchema.safeParse(answer).data;
  let objects = page ? page.data : [objectSchema.parse(answer)];
  if (names.includes('customer')) objects = await withCustomers(tx, actor, objects);
  if (names.includes('invoice')) objects = await withInvoices(tx, actor, objects);
  if (names.includes('payments')) objects = await withPayments(tx, actor, objects);
  return page ? { ...page, data: objects } : objects[0];
}
