/** Many payers, one invoice, real HTTP: exactly one charge in the processor's own books (M4, M6). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestCompany } from '../world/company.ts';
import type { Submission } from '../world/payer.ts';
import { openWorld, type World } from '../world/world.ts';

const QUOTE = { amount: 10_000, fee: 330 };
const LOSERS = ['ACCOUNT_IS_PROCESSING', 'ACCOUNT_ALREADY_CLOSED'];

let world: World;
let harbor: TestCompany;

beforeAll(async () => {
  world = await openWorld();
  harbor = await world.company();
});
afterAll(() => world.close());

async function submitAtOnce(keys: readonly string[]) {
  const invoice = await world.invoice(harbor);
  const payer = world.payer(harbor, invoice);
  const answers = await Promise.all(keys.map((key) => payer.pay({ key, quote: QUOTE })));
  const booked = await world.sandbox.books(harbor.merchant);
  const { rows } = await world.deps.database.pool.query<{ id: string }>(
    'select id from attempts where invoice_id = $1',
    [invoice.invoiceId],
  );
  const ids = rows.map((row) => row.id);
  const charges = booked.filter((charge) => ids.includes(charge.internalTransactionID ?? ''));
  return { answers, charges };
}

function isLoser(answer: Submission): boolean {
  return answer.code === 409 && LOSERS.includes(answer.message);
}

describe('One invoice and many submits', () => {
  it('the same click twice makes one charge', async () => {
    const key = randomUUID();
    const { answers, charges } = await submitAtOnce([key, key]);
    expect(charges).toHaveLength(1);
    expect(answers.filter((answer) => answer.success).length).toBeGreaterThanOrEqual(1);
    expect(answers.every((answer) => answer.success || isLoser(answer))).toBe(true);
  });

  it('two tabs at once make one charge, and the other is told', async () => {
    const { answers, charges } = await submitAtOnce([randomUUID(), randomUUID()]);
    expect(charges).toHaveLength(1);
    expect(answers.filter((answer) => answer.success)).toHaveLength(1);
    expect(answers.filter(isLoser)).toHaveLength(1);
  });

  it('100 parallel submits make one charge, 99 politely refused', async () => {
    const keys = Array.from({ length: 100 }, () => randomUUID());
    const { answers, charges } = await submitAtOnce(keys);
    expect(charges).toHaveLength(1);
    expect(answers.filter((answer) => answer.success)).toHaveLength(1);
    expect(answers.filter(isLoser)).toHaveLength(99);
  });
});
