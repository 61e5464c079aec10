/** A signed-in customer selects several invoices and pays them with one charge (R48). */
import {
  type AttemptId,
  attemptIdSchema,
  type RequestId,
  requestIdSchema,
} from '@quittance/contract/ids';
import { addCents, cents } from '@quittance/contract/money';
import { z } from 'zod';
import type { TestCompany, TestInvoice } from './company.ts';
import { payRequest, type RequestPayment } from './pay-request.ts';
import type { Answer, Caller } from './signed-in.ts';
import type { World } from './world.ts';

export type InvoiceAmount = { invoice: TestInvoice; amount: number };

const selectedSchema = z.object({ selection: z.looseObject({ requestId: requestIdSchema }) });

export function choose(caller: Caller, chosen: readonly InvoiceAmount[]): Promise<Answer> {
  const invoices = chosen.map(({ invoice, amount }) => ({ id: invoice.invoiceId, amount }));
  return caller.call({ method: 'POST', path: 'invoice-selection', body: { invoices } });
}

export async function select(caller: Caller, chosen: readonly InvoiceAmount[]): Promise<RequestId> {
  return selectedSchema.parse(await choose(caller, chosen)).selection.requestId;
}

type Payer = { caller: Caller; company: TestCompany };

/** Pays by card with 3 % + $0.30 or by bank with 0.8 %, computed once on the total. */
export async function payTogether(
  world: World,
  { caller, company }: Payer,
  {
    chosen,
    ...typed
  }: Omit<RequestPayment, 'way' | 'quote'> & { chosen: readonly InvoiceAmount[] },
): Promise<{ answer: Answer; requestId: RequestId; paymentId: AttemptId | null }> {
  const requestId = await select(caller, chosen);
  const amount = addCents(...chosen.map((each) => cents(each.amount)));
  const fee = typed.bank ? Math.round(amount * 0.008) : Math.round(amount * 0.03) + 30;
  const about = { caller, company, requestId };
  const answer = await payRequest(world, about, {
    way: 'invoices',
    quote: { amount, fee },
    ...typed,
  });
  const paymentId = attemptIdSchema.safeParse(answer['paymentId']).data ?? null;
  return { answer, requestId, paymentId };
}

export async function readBalances(
  { deps }: World,
  invoices: readonly TestInvoice[],
): Promise<string[]> {
  const { rows } = await deps.database.pool.query<{ id: string; line: string }>(
    `select id, status || ' ' || paid_cents || ' of ' || total_cents as line from invoices
     where id = any($1::uuid[])`,
    [invoices.map(({ invoiceId }) => invoiceId)],
  );
  return invoices.map(({ invoiceId }) => rows.find(({ id }) => id === invoiceId)?.line ?? '');
}

export async function readParts({ deps }: World, paymentId: AttemptId | null): Promise<string[]> {
  const { rows } = await deps.database.pool.query<{ line: string }>(
    `select amount_cents || ' + ' || fee_cents || ', ' || credit_cents || ', ' || refunded_cents as line
     from attempt_parts where attempt_id = $1 order by position`,
    [paymentId],
  );
  return rows.map(({ line }) => line);
}
