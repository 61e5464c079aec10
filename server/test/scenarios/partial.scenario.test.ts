/** Paying part of several orders at once, and an accepted estimate (product §5, §7; R12, R25). */
import { HOUR_MS } from '@quittance/contract/durations';
import type { OrderId, RequestId } from '@quittance/contract/ids';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import type { TestCompany } from '../world/company.ts';
import {
  addEstimate,
  addOrder,
  addPartialRequest,
  addProject,
  type TestProject,
} from '../world/orders.ts';
import { paidOn, payRequest } from '../world/pay-request.ts';
import { BANK_ACCOUNTS, CARDS, type Caller, signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let project: TestProject;
let caller: Caller;

const world = useWorld({ clock });

beforeAll(async () => {
  harbor = await world.company();
  project = await addProject(world, harbor);
});

beforeEach(async () => {
  caller = await signIn(world, harbor);
});

async function readLedger(requestId: RequestId): Promise<string[]> {
  const { rows } = await world.deps.database.pool.query<{ line: string }>(
    `select split_part(p.source, ':', 1) || ' ' || p.amount_cents as line
     from postings p join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
     where a.request_id = $1 and p.destination like 'clearing:%' order by p.id`,
    [requestId],
  );
  return rows.map((row) => row.line);
}

describe('Paying a partial request (R12)', () => {
  let crown: OrderId;
  let bridge: OrderId;
  let requestId: RequestId;

  beforeEach(async () => {
    crown = await addOrder(world, project, 5000);
    bridge = await addOrder(world, project, 8000);
    const amounts = new Map([
      [crown, 5000],
      [bridge, 3000],
    ]);
    requestId = await addPartialRequest(world, project, amounts);
  });

  const about = () => ({ caller, company: harbor, requestId });
  const quote = { amount: 8000, fee: 270 };
  const paid = async () => [
    await paidOn(world, 'orders', crown),
    await paidOn(world, 'orders', bridge),
  ];

  it('a partial request charges the sum once and pays each order its share', async () => {
    const answer = await payRequest(world, about(), { way: 'partial', quote });
    expect(answer).toMatchObject({ code: 200, status: 'SUCCESS' });
    expect(await paid()).toEqual([5000, 3000]);
    const parts = await readLedger(requestId);
    expect(parts.toSorted()).toEqual(['fee_income 270', 'receivable 3000', 'receivable 5000']);
  });

  it('a payment of a partial request saves the card on request', async () => {
    await payRequest(world, about(), { way: 'partial', quote, isSavePMOnPay: true });
    const { rows } = await world.deps.database.pool.query(
      `select m.is_saved, m.last4, d.purpose from attempts a
       join payment_methods m on m.company_id = a.company_id and m.id = a.method_id
       join mandates d on d.company_id = a.company_id and d.id = a.mandate_id where a.request_id = $1`,
      [requestId],
    );
    expect(rows).toEqual([{ is_saved: true, last4: '4242', purpose: 'PARTIAL' }]);
  });

  it('a declined card changes nothing on a partial request', async () => {
    const declined = { way: 'partial', quote, card: CARDS.declined } as const;
    expect(await payRequest(world, about(), declined)).toMatchObject({ status: 'FAILED' });
    expect(await paid()).toEqual([0, 0]);
    expect(await payRequest(world, about(), { way: 'partial', quote })).toMatchObject({
      status: 'SUCCESS',
    });
  });

  it('a payment of a partial request with wrong amounts returns the current amounts (R6)', async () => {
    const wrong = { amount: 7000, fee: 240 };
    const answer = await payRequest(world, about(), { way: 'partial', quote: wrong });
    expect(answer).toMatchObject({ code: 409, message: 'AMOUNT_CHANGED' });
    expect(answer['details']).toMatchObject({
      payable: { amount: 8000, fees: { card: { fee: 270 } } },
    });
  });

  it('an order that was paid in the meantime is not charged, and the current amount is returned (R38)', async () => {
    const other = await addPartialRequest(world, project, new Map([[crown, 4000]]));
    const first = { way: 'partial', quote: { amount: 4000, fee: 150 } } as const;
    await payRequest(world, { ...about(), requestId: other }, first);
    expect(await payRequest(world, about(), { way: 'partial', quote })).toMatchObject({
      code: 409,
      message: 'AMOUNT_CHANGED',
      details: { payable: { amount: 4000, fees: { card: { fee: 150 } } } },
    });
    expect(await paid()).toEqual([4000, 0]);
  });

  it('a payment of a partial request blocks its orders for other requests', async () => {
    const bank = { way: 'partial', quote: { amount: 8000, fee: 64 }, bank: BANK_ACCOUNTS.pays };
    expect(await payRequest(world, about(), { ...bank, way: 'partial' })).toMatchObject({
      status: 'PENDING',
    });
    const other = await addPartialRequest(world, project, new Map([[bridge, 8000]]));
    const late = { ...about(), requestId: other };
    const refused = await payRequest(world, late, {
      way: 'partial',
      quote: { amount: 8000, fee: 270 },
    });
    expect(refused).toMatchObject({ code: 409, message: 'ACCOUNT_IS_PROCESSING' });
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    expect(await paid()).toEqual([5000, 3000]);
  });

  it('a returned debit makes the orders of a partial request owed again', async () => {
    const bank = { quote: { amount: 8000, fee: 64 }, bank: BANK_ACCOUNTS.noFunds };
    await payRequest(world, about(), { way: 'partial', ...bank });
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    expect(await paid()).toEqual([0, 0]);
  });

  it('a partial request is not paid twice', async () => {
    await payRequest(world, about(), { way: 'partial', quote });
    const again = await payRequest(world, about(), { way: 'partial', quote });
    expect(again).toMatchObject({ code: 409, message: 'ACCOUNT_ALREADY_CLOSED' });
    expect(await paid()).toEqual([5000, 3000]);
  });

  it('a partial request is not paid twice even if its orders still owe the same amount', async () => {
    const half = await addPartialRequest(world, project, new Map([[bridge, 3000]]));
    const other = { ...about(), requestId: half };
    const part = { way: 'partial', quote: { amount: 3000, fee: 120 } } as const;
    expect(await payRequest(world, other, part)).toMatchObject({ status: 'SUCCESS' });
    const again = await payRequest(world, other, part);
    expect(again).toMatchObject({ code: 409, message: 'ACCOUNT_ALREADY_CLOSED' });
    expect(await paid()).toEqual([0, 3000]);
  });
});

describe('Paying an estimate (R25)', () => {
  const quote = { amount: 20_000, fee: 630 };

  it('an estimate is paid in full once it is accepted', async () => {
    const { estimateId, requestId } = await addEstimate(world, project, {
      totalCents: 20_000,
      status: 'Processed',
    });
    const about = { caller, company: harbor, requestId };
    const answer = await payRequest(world, about, { way: 'estimate', quote });
    expect(answer).toMatchObject({ code: 200, status: 'SUCCESS' });
    expect(await paidOn(world, 'estimates', estimateId)).toBe(20_000);
    expect(await readLedger(requestId)).toEqual(['receivable 20000', 'fee_income 630']);
    const again = await payRequest(world, about, { way: 'estimate', quote });
    expect(again).toMatchObject({ code: 409, message: 'ACCOUNT_ALREADY_CLOSED' });
  });

  it('a payment of an estimate with wrong amounts returns the current amounts and charges nothing (R38)', async () => {
    const estimate = { totalCents: 20_000, status: 'Processed' } as const;
    const { estimateId, requestId } = await addEstimate(world, project, estimate);
    const about = { caller, company: harbor, requestId };
    for (const seen of [
      { amount: 20_000, fee: 629 },
      { amount: 19_999, fee: 630 },
    ]) {
      expect(await payRequest(world, about, { way: 'estimate', quote: seen })).toMatchObject({
        code: 409,
        message: 'AMOUNT_CHANGED',
        details: { payable: { amount: 20_000, fees: { card: { fee: 630 } } } },
      });
    }
    expect(await paidOn(world, 'estimates', estimateId)).toBe(0);
  });

  it.each(['Open', 'Expired', 'Canceled'] as const)(
    'an estimate cannot be paid while it is %s',
    async (status) => {
      const { requestId } = await addEstimate(world, project, { totalCents: 20_000, status });
      const about = { caller, company: harbor, requestId };
      const answer = await payRequest(world, about, { way: 'estimate', quote });
      expect(answer).toMatchObject({ code: 409, message: 'ACCOUNT_NOT_PAYABLE' });
    },
  );

  it('a returned debit makes the full estimate owed again', async () => {
    const { estimateId, requestId } = await addEstimate(world, project, {
      totalCents: 20_000,
      status: 'Processed',
    });
    const about = { caller, company: harbor, requestId };
    const debit = { quote: { amount: 20_000, fee: 160 }, bank: BANK_ACCOUNTS.noFunds };
    await payRequest(world, about, { way: 'estimate', ...debit });
    await world.sandbox.settle();
    await world.later(5 * HOUR_MS);
    expect(await paidOn(world, 'estimates', estimateId)).toBe(0);
  });
});
