/** Bare reads: each response comes from one named statement and has the same size as the portal's JSON. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { BareDatabase } from './bare-database.ts';

const COLUMNS = `id, customer_id, project_id, account_ref, internal_ref, product_name, description, total_cents,
  paid_cents, due_on, opened_on, status, negotiation, attached_method_id, version, created_at`;

const ONE_INVOICE = {
  name: 'one_invoice',
  text: `select ${COLUMNS} from invoices where company_id = $1 and customer_id = $2 and id = $3`,
};
const INVOICES = {
  name: 'invoices',
  text: `select ${COLUMNS} from invoices where company_id = $1 and customer_id = $2
    order by urgency, id limit $3`,
};
const INVOICES_BY_ID = {
  name: 'invoices_by_id',
  text: `select ${COLUMNS} from invoices
    where company_id = $1 and customer_id = $2 and id = any ($3)`,
};
const ATTEMPTS = {
  name: 'attempts',
  text: `select id, request_id, invoice_id, customer_id, purpose, type, processor, method, state, amount_cents,
      fee_cents, method_brand, method_last4, processor_reference, created_at, settled_at
    from attempts where company_id = $1 and customer_id = $2 order by created_at desc, id desc limit $3`,
};

function padded(rows: readonly object[], bytes: number): string {
  const json = JSON.stringify(rows);
  const missing = bytes - Buffer.byteLength(json) - '{"rows":,"padding":""}'.length;
  return `{"rows":${json},"padding":"${'x'.repeat(Math.max(missing, 0))}"}`;
}

type Address = { company: string; customer: string; which: string; bytes: string };

type Statement = { name: string; text: string };

type Read = { path: string; statement: Statement; parameterOf: (which: string) => unknown };

function addRead(
  app: FastifyInstance,
  database: BareDatabase,
  { path, statement, parameterOf }: Read,
): void {
  const pattern = `${path}/:company/:customer/:which/:bytes`;
  app.get<{ Params: Address }>(pattern, async (request, reply) => {
    const { company, customer, which, bytes } = request.params;
    const scope = { companyId: company, customerId: customer };
    const rows = await database.inScope(scope, (client) =>
      readRows(client, statement, [company, customer, parameterOf(which)]),
    );
    return reply.type('application/json; charset=utf-8').send(padded(rows, Number(bytes)));
  });
}

async function readRows(
  client: pg.PoolClient,
  statement: Statement,
  values: unknown[],
): Promise<object[]> {
  return (await client.query({ ...statement, values })).rows;
}

export function registerBareReads(app: FastifyInstance, database: BareDatabase): void {
  addRead(app, database, { path: '/invoice', statement: ONE_INVOICE, parameterOf: (id) => id });
  addRead(app, database, { path: '/invoices', statement: INVOICES, parameterOf: Number });
  addRead(app, database, {
    path: '/invoices-by-id',
    statement: INVOICES_BY_ID,
    parameterOf: (ids) => ids.split(','),
  });
  addRead(app, database, { path: '/attempts', statement: ATTEMPTS, parameterOf: Number });
}
