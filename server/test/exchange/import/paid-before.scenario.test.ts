/** Imported invoices that were partly or wholly paid before the company used the portal (R91). */
import { isoDate } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordManualPayment } from '../../../src/payments/record-manual.ts';
import { sumStatement } from '../../../src/statements/statement-lines.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { useWorld } from '../../world/world.ts';

const world = useWorld();
let call: Provider;
let companyId: Awaited<ReturnType<typeof world.company>>['companyId'];

beforeAll(async () => {
  const company = await world.company();
  companyId = company.companyId;
  call = await createProvider(world, company);
});

const send = (kind: string, text: string) =>
  call('POST', `/imports?kind=${kind}`, {
    body: Buffer.from(text),
    type: 'application/octet-stream',
  });

describe('What was paid before the portal (R91)', () => {
  const HEADER = 'accountRef,customerRef,productName,total,paidBefore,openedDate,dueDate';
  const file = (...rows: readonly string[]) =>
    [HEADER, ...rows.map((row) => `${row},2026-11-01,2099-12-01`)].join('\n');
  const ROWS = ['B-1,B,Hull,100.00,40.00', 'B-2,B,Oar,50.00,50.00', 'B-3,B,Sail,20.00,0.00'];

  it('reduces what is owed and is not money received', async () => {
    await send('customers', 'customerRef,firstName,lastName\nB,Ada,Pine\n');
    const { body } = await send('invoices', file(...ROWS, 'B-4,B,Mast,10.00,10.01'));
    expect([body.added, body.errors]).toEqual([
      3,
      [{ line: 5, code: 'INVALID_REQUEST', message: 'paidBefore: Expected at most the total.' }],
    ]);
    const listed = (await call('GET', '/invoices?sort=accountRef')).body.data;
    const toAmounts = ({ total, paidBefore, paid, balance, status }: Record<string, unknown>) =>
      [total, paidBefore, paid, balance, status] as const;
    expect(listed.map(toAmounts)).toEqual([
      [10_000, 4000, 0, 6000, 'DUE'],
      [5000, 5000, 0, 0, 'COLLECTED'],
      [2000, 0, 0, 2000, 'DUE'],
    ]);
    const owed = async () => String((await call('GET', '/reports/aging')).body);
    expect(await owed()).toContain('Total,,,,,80.00');

    const [{ id: invoiceId, customerId }] = listed;
    await recordManualPayment(world.deps, {
      companyId,
      method: 'CHECK',
      reference: 'B-1',
      parts: [{ invoiceId, amountCents: cents(6000) }],
      actor: 'operator',
      at: world.deps.clock.now(),
    });
    const paid = (await call('GET', `/invoices/${invoiceId}`)).body;
    expect(toAmounts(paid)).toEqual([10_000, 4000, 6000, 0, 'COLLECTED']);
    expect(await owed()).toContain('Total,,,,,20.00');
    const [from, to] = [isoDate('2026-01-01'), isoDate('2099-12-31')];
    const range = { companyId, customerId, timeZone: 'America/New_York', from, to };
    expect(
      await world.deps.database.inCompany({ companyId }, (tx) => sumStatement(tx, range)),
    ).toMatchObject({ charges: 17_000, credits: 15_000 });
    const day = world.deps.clock.today('America/New_York');
    await world.later(DAY_MS);
    const journal = (await call('GET', `/reports/journal?from=${day}&to=${day}`)).body;
    expect(journal.match(/60\.00/g)).toHaveLength(2);
    expect(journal).not.toMatch(/40\.00|50\.00/);
  });

  it('does not change, and money that the portal received is not imported', async () => {
    const { body: again } = await send('invoices', file('B-3,B,Sail,20.00,5.00'));
    expect(again.errors[0].message).toBe(
      'paidBefore: is $0.00 and cannot change to $5.00; record a payment or issue a credit note',
    );
    const { body } = await send(
      'invoices',
      'accountRef,customerRef,productName,total,paid,dueDate\nB-5,B,Oar,10.00,5.00,2099-12-01\n',
    );
    expect(body.errors[0].message).toMatch('choose paidBefore');
  });
});
