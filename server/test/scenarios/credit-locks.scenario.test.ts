/** A use of credit locks the sources of the credit before the customer, so that no transactions wait in a circle (R112). */
import { cents } from '@quittance/contract/money';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { applyCredit } from '../../src/payments/settlement/settle-credit.ts';
import { lockWaits } from '../lock-waits.ts';
import { useWorld } from '../world/world.ts';
import { note, paid, readCredit, readInvoice, reverseCheck } from './credit-story.ts';

const world = useWorld();

describe('A check that bounces while the credit of its invoice is used (R114)', () => {
  it('is reversed, and only credit that is left settles what it had paid', async () => {
    const story = await paid(world, 'check');
    const { invoice, company, call } = story;
    const { companyId, customerId } = company;
    const { id } = (await note(story, invoice, 4000)).body;
    const { invoiceId } = await world.invoice(company);
    const { database } = world.deps;
    const reversing: Promise<{ status: number }>[] = [];
    await database.inCompany({ companyId, asProvider: true }, async (tx) => {
      const amountCents = cents(3000);
      await applyCredit(tx, world.deps, { companyId, customerId, invoiceId, amountCents });
      await tx.execute(sql`select from attempts where id = ${id} for no key update`);
      reversing.push(reverseCheck(story));
      await expect.poll(() => lockWaits(database.pool)).toBe(1);
    });
    expect((await reversing[0])?.status).toBe(200);
    expect(await readInvoice(call, invoice)).toMatchObject({ balance: 9000, credited: 1000 });
    expect(await readCredit(story)).toBe(0);
  });
});

describe('Credit that is used while its invoice is voided (R114)', () => {
  it('voiding with refund waits for the credit before it holds the customer', async () => {
    const story = await paid(world);
    const { invoice, company } = story;
    const { id } = (await note(story, invoice, 4000)).body;
    const { database } = world.deps;
    const voiding: Promise<{ status: number }>[] = [];
    await database.asSystem(async (tx) => {
      // As credit is applied: first the note, then the customer.
      await tx.execute(sql`select from attempts where id = ${id} for no key update`);
      const path = `/invoices/${invoice.invoiceId}/void-with-refund`;
      voiding.push(story.post(path, { reason: 'Off' }));
      await expect.poll(() => lockWaits(database.pool)).toBe(1);
      await tx.execute(sql`set local lock_timeout = '500ms'`);
      await tx.execute(
        sql`select from customers where id = ${company.customerId} for no key update`,
      );
    });
    expect((await voiding[0])?.status).toBe(200);
    expect(await readCredit(story)).toBe(0);
  });
});
