/**
 * A bare payment: two short transactions around the same processor call, without business rules. It writes to the
 * portal's tables, but only the rows that every payment needs: the attempt, one posting and the invoice.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Agent, request as callProcessor } from 'undici';
import { z } from 'zod';
import type { BareDatabase } from './bare-database.ts';

const INSERT_ATTEMPT = {
  name: 'insert_attempt',
  text: `insert into attempts (company_id, id, request_id, invoice_id, customer_id, purpose, type, initiator,
      processor, method, state, amount_cents, fee_cents, credit_cents, next_check_at, created_at)
    values ($1, $2, $3, $4, $5, 'FULL_AMOUNT', 'PAYMENT', 'CIT', 'payengine', 'CARD', 'SENT', $6, $7, 0,
      now() + interval '30 seconds', now())`,
};
const FINISH_ATTEMPT = {
  name: 'finish_attempt',
  text: `update attempts set state = 'SUCCEEDED', processor_reference = $3, next_check_at = null, settled_at = now()
    where company_id = $1 and id = $2`,
};
const INSERT_POSTING = {
  name: 'insert_posting',
  text: `insert into postings (company_id, attempt_id, customer_id, source, destination, amount_cents, at)
    values ($1, $2, $5, $3, 'clearing:payengine', $4, now())`,
};
const PAY_INVOICE = {
  name: 'pay_invoice',
  text: `update invoices set paid_cents = total_cents, status = 'COLLECTED', version = version + 1
    where company_id = $1 and id = $2`,
};

const paymentSchema = z.object({
  companyId: z.uuid(),
  customerId: z.uuid(),
  invoiceId: z.uuid(),
  requestId: z.uuid(),
  amountCents: z.number(),
  feeCents: z.number(),
  amount: z.string(),
});
type Payment = z.infer<typeof paymentSchema>;

const saleSchema = z.object({ data: z.object({ TransactionID: z.string() }) });

type Processor = { url: string; agent: Agent };

async function charge({ url, agent }: Processor, reference: string, { amount }: Payment) {
  const { body } = await callProcessor(`${url}/api/payment/sale`, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      data: { transactionAmount: amount, internalTransactionID: reference },
    }),
  });
  return saleSchema.parse(await body.json()).data.TransactionID;
}

async function pay(database: BareDatabase, processor: Processor, payment: Payment) {
  const { companyId, customerId, invoiceId, requestId, amountCents, feeCents } = payment;
  const scope = { companyId, customerId };
  const id = randomUUID();
  const row = [companyId, id, requestId, invoiceId, customerId, amountCents, feeCents];
  await database.inScope(scope, (client) => client.query({ ...INSERT_ATTEMPT, values: row }));
  const reference = await charge(processor, id, payment);
  await database.inScope(scope, async (client) => {
    await client.query({ ...FINISH_ATTEMPT, values: [companyId, id, reference] });
    const posting = [companyId, id, `receivable:${invoiceId}`, amountCents, customerId];
    await client.query({ ...INSERT_POSTING, values: posting });
    await client.query({ ...PAY_INVOICE, values: [companyId, invoiceId] });
  });
  return { success: true, paymentId: id };
}

export function registerBarePayments(
  app: FastifyInstance,
  database: BareDatabase,
  processorUrl: string,
): void {
  const processor = { url: processorUrl, agent: new Agent({ connections: 128, pipelining: 1 }) };
  app.post('/pay', (request) => pay(database, processor, paymentSchema.parse(request.body)));
}
