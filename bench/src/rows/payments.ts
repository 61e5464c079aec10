/**
 * Paying in full with a saved card, compared with a bare payment of two transactions. Every measured payment pays a
 * different invoice through the API, with its own idempotency key.
 */
import { randomUUID } from 'node:crypto';
import { pathTo } from '@quittance/contract/http/portal-route';
import type { CustomerId } from '@quittance/contract/ids';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { Bench } from '../bench.ts';
import { comparison, measureInTurns, type Target } from '../measure/interleaved.ts';
import type { Bound, MeasuredRow, Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import type { LoadRequest } from '../programs/load-messages.ts';
import {
  addCards,
  addCompany,
  addCustomers,
  type SeededCompany,
  signInAll,
  toAddress,
} from '../seed/add-company.ts';
import { addPayableInvoices, type Payable, TOTAL_CENTS } from '../seed/add-invoices.ts';
import { dropLaterWork, untilIdle } from '../system/background-work.ts';

const CLIENTS = [8, 32, 64] as const;
const LATENCIES_MS = [0, 50] as const;
/** Enough payers that per-customer limits and row locks do not affect the rate. */
const PAYERS = 500;
const FEE_CENTS = 330;
/** More invoices than can be paid in one measurement. */
const INVOICES_PER_SECOND = { ours: 800, bare: 1600 } as const;
const WARM_UP_MS = 1000;

function toBounds(latencyMs: number, clients: number): Bound[] {
  const first = `pay/${latencyMs}ms/${CLIENTS[0]}`;
  return [
    { kind: 'ratio', min: 0.4 },
    ...(latencyMs === 50 && clients === 32 ? [{ kind: 'p99' as const, maxMs: 150 }] : []),
    ...(clients === 64 ? [{ kind: 'cost' as const, of: first, max: 1 }] : []),
  ];
}

type Payer = { bearer: string; methodId: string; address: string };
type Payers = { company: SeededCompany; byCustomer: ReadonlyMap<CustomerId, Payer> };

export async function addPayers(bench: Bench): Promise<Payers> {
  const company = await addCompany(bench, { name: `pay-${randomUUID().slice(0, 8)}` });
  const customerIds = await addCustomers(bench, company.companyId, PAYERS);
  const methodIds = await addCards(bench, company.companyId, customerIds);
  const sessions = await signInAll(bench, company.companyId, customerIds);
  const payers = customerIds.map((customerId, index) => {
    const payer = {
      bearer: sessions[index]?.bearer ?? '',
      methodId: methodIds[index] ?? '',
      address: toAddress(index),
    };
    return [customerId, payer] as const;
  });
  return { company, byCustomer: new Map(payers) };
}

async function addInvoices(bench: Bench, { company, byCustomer }: Payers, count: number) {
  const payables = await addPayableInvoices(bench, {
    companyId: company.companyId,
    customerIds: [...byCustomer.keys()],
    count,
    prefix: `P${randomUUID().slice(0, 8)}`,
  });
  // As autovacuum would: a plan made while the table of payments was empty reads all payments of the company.
  await bench.pool.query('analyze');
  return payables;
}

function toPortalRequest({ byCustomer }: Payers, { requestId, customerId }: Payable): LoadRequest {
  const payer = byCustomer.get(customerId);
  return {
    method: 'POST',
    path: pathTo(ROUTES.payInFull.path, { id: requestId }),
    headers: {
      authorization: `Bearer ${payer?.bearer}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': payer?.address ?? '',
    },
    body: JSON.stringify({
      processor: 'payengine',
      quote: { amount: TOTAL_CENTS, fee: FEE_CENTS },
      paymentInfo: { paymentType: 'card', pmID: payer?.methodId },
    }),
  };
}

function toBareRequest({ company }: Payers, payable: Payable): LoadRequest {
  const { companyId } = company;
  const amounts = { amountCents: TOTAL_CENTS, feeCents: FEE_CENTS, amount: '103.30' };
  return {
    method: 'POST',
    path: '/pay',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ companyId, ...payable, ...amounts }),
  };
}

function toTargets(bench: Bench, payers: Payers, { row, clients }: SizedRow) {
  const seconds = bench.options.seconds + WARM_UP_MS / 1000;
  const enough = (perSecond: number) => Math.ceil(perSecond * seconds);
  const once = { connections: clients, isOnce: true, warmUpMs: WARM_UP_MS };
  const bare: Target = {
    ...once,
    name: `${row.name}, bare`,
    origin: bench.bare.url,
    requests: async () =>
      (await addInvoices(bench, payers, enough(INVOICES_PER_SECOND.bare))).map((payable) =>
        toBareRequest(payers, payable),
      ),
  };
  const ours: Target = {
    ...once,
    name: row.name,
    origin: bench.portal.url,
    requests: () => payRequests(bench, payers, enough(INVOICES_PER_SECOND.ours)),
    async settle() {
      const seconds = await untilIdle(bench.pool);
      bench.progress(`${row.name}: jobs done after ${seconds.toFixed(1)} s`);
      await dropLaterWork(bench.pool);
    },
  };
  return { bare, ours };
}

export async function payRequests(
  bench: Bench,
  payers: Payers,
  count: number,
): Promise<LoadRequest[]> {
  return (await addInvoices(bench, payers, count)).map((payable) =>
    toPortalRequest(payers, payable),
  );
}

type SizedRow = { row: Row; clients: number };

/** Checks that every attempt succeeded and was posted, because fast refusals would inflate the rate. */
async function checkBooks(bench: Bench, { company }: Payers): Promise<void> {
  const { rows } = await bench.pool.query<{ attempts: number; succeeded: number; booked: number }>(
    `select count(*)::int as attempts, count(*) filter (where a.state = 'SUCCEEDED')::int as succeeded,
       count(*) filter (where i.status = 'COLLECTED' and exists (select from postings p
         where p.company_id = a.company_id and p.attempt_id = a.id and p.source = 'receivable:' || i.id))::int as booked
     from attempts a join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
     where a.company_id = $1`,
    [company.companyId],
  );
  const [found] = rows;
  const isWhole = found && found.attempts === found.succeeded && found.attempts === found.booked;
  if (!isWhole) throw new Error(`payments are missing: ${JSON.stringify(found)}`);
}

async function measureLatency(
  bench: Bench,
  latencyMs: number,
  rows: readonly SizedRow[],
): Promise<MeasuredRow[]> {
  await bench.processor.setLatency(latencyMs);
  const payers = await addPayers(bench);
  const targets: Record<string, Target> = {};
  for (const sized of rows) {
    const { bare, ours } = toTargets(bench, payers, sized);
    targets[bare.name] = bare;
    targets[ours.name] = ours;
  }
  const rates = await measureInTurns(bench, targets);
  await checkBooks(bench, payers);
  await bench.processor.setLatency(0);
  const measuredRows: MeasuredRow[] = [];
  for (const { row } of rows) {
    const [ours, bare] = [rates[row.name], rates[`${row.name}, bare`]];
    if (!ours || !bare) continue;
    measuredRows.push({
      row,
      measurement: await comparison(bench, { ours, bare, unit: 'payments/s' }),
    });
  }
  return measuredRows;
}

export const PAYMENT_ROWS: readonly RowGroup[] = LATENCIES_MS.map((latencyMs) => {
  const sized = CLIENTS.map((clients) => ({
    clients,
    row: {
      name: `pay/${latencyMs}ms/${clients}`,
      label: `pay in full, saved card, processor of ${latencyMs} ms, ${clients} clients`,
      bounds: toBounds(latencyMs, clients),
    },
  }));
  return {
    rows: sized.map(({ row }) => row),
    measure: (bench, selected) =>
      measureLatency(
        bench,
        latencyMs,
        sized.filter(({ row }) => selected.includes(row)),
      ),
  };
});
