/** Whatever takes credit locks what gave it before the customer, so that nobody waits in a circle (R112). */
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { lockWaits } from '../lock-waits.ts';
import { useWorld } from '../world/world.ts';
import { note, paid, readCredit } from './credit-story.ts';

const world = useWorld();

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
