/** The same payments at each processor: paid, declined, debited, and with a saved method (product §9). */
import { DAY_MS } from '@quittance/contract/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneInTurn } from '../../../domain/test/full-run.ts';
import type { TestCompany } from '../world/company.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { useWorld } from '../world/world.ts';

const world = useWorld();

/** The contract of a processor covers each of them; here one in turn. */
const TURN = oneInTurn(['payengine', 'stripe', 'fiserv'] as const, 0);

describe.each(TURN)('A company of %s', (processor) => {
  let company: TestCompany;

  beforeAll(async () => {
    company = await world.company({ processor });
  });

  it('a company is paid by card with the fee added, and the ledger contains both amounts', async () => {
    const invoice = await world.invoice(company);
    expect(await world.payer(company, invoice).pay()).toMatchObject({ status: 'SUCCESS' });
    expect(await world.statement(invoice)).toBe(
      [
        'invoice COLLECTED $100.00 of $100.00',
        'payment SUCCEEDED $100.00 + $3.30',
        `  receivable → clearing:${processor} $100.00`,
        `  fee_income → clearing:${processor} $3.30`,
      ].join('\n'),
    );
  });

  it('a declined card pays nothing to the company, and another card can be tried', async () => {
    const invoice = await world.invoice(company);
    const payer = world.payer(company, invoice);
    const declined = await payer.pay({ card: CARDS.declined });
    expect(declined).toMatchObject({ success: false, status: 'FAILED' });
    expect((await payer.read()).status).toBe('DUE');
    expect(await payer.pay()).toMatchObject({ status: 'SUCCESS' });
  });

  it.each([
    [{ kind: 'card', number: CARDS.pays }, 'SUCCESS'],
    [{ kind: 'ach', number: BANK_ACCOUNTS.pays }, 'PENDING'],
  ] as const)('a company can be paid with a saved method: %o', async (typed, status) => {
    const { methodId, last4 } = await world.method(company, typed);
    const invoice = await world.invoice(company, { attachedMethodId: methodId });
    const payer = world.payer(company, invoice);
    expect((await payer.read()).attachedPaymentMethod).toMatchObject({ id: methodId, last4 });
    expect(await payer.pay({ pmID: methodId })).toMatchObject({ status });
    for (let day = 0; day < 3; day += 1) await world.later(DAY_MS);
    expect((await payer.read()).status).toBe('COLLECTED');
  });

  it('a company receives nothing from a returned debit', async () => {
    const invoice = await world.invoice(company);
    const payer = world.payer(company, invoice);
    await payer.pay({ bank: BANK_ACCOUNTS.noFunds });
    for (let day = 0; day < 3; day += 1) await world.later(DAY_MS);
    expect(await world.statement(invoice)).toContain('payment RETURNED');
    expect((await payer.read()).payable).toMatchObject({ isPayable: true, amount: 10_000 });
  });
});
