/**
 * Calendar jobs: invoices become overdue in each company's own time zone, and customers are warned about expiring
 * cards.
 */
import { DAY_MS, HOUR_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { runDueWork } from '../../src/app/jobs/run-due-work.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { mailsTo } from '../world/arrangements.ts';
import { useWorld } from '../world/world.ts';

/** 23:30 in New York and 18:30 in Honolulu: still the 15th in both. */
const LATE_EVENING = '2026-11-16T04:30:00.000Z';

const world = useWorld({ clock: fixedClock(LATE_EVENING) });

describe('An invoice (R8)', () => {
  it('an invoice is overdue from the day after its due date in the time zone of its company', async () => {
    const newYork = await world.company();
    const honolulu = await world.company({ timeZone: 'Pacific/Honolulu' });
    const invoices = [
      await world.invoice(newYork, { dueInDays: 0 }),
      await world.invoice(honolulu, { dueInDays: 0 }),
    ];
    const statuses = async () => {
      const statements = await Promise.all(invoices.map((invoice) => world.statement(invoice)));
      return statements.map((statement) => statement.split(' ')[1]);
    };
    await world.runJobs();
    expect(await statuses()).toEqual(['DUE', 'DUE']);
    await world.later(HOUR_MS);
    expect(await statuses()).toEqual(['IN_COLLECTION', 'DUE']);
    await world.later(5 * HOUR_MS);
    expect(await statuses()).toEqual(['IN_COLLECTION', 'IN_COLLECTION']);
  });
});

describe('A card (R28)', () => {
  it('a card that expires within 30 days is announced once, even by concurrent processes', async () => {
    const company = await world.company();
    const { methodId } = await world.method(company);
    await world.deps.database.pool.query(
      'update payment_methods set expires_month = 12, expires_year = 2026 where id = $1',
      [methodId],
    );
    await world.runJobs();
    expect(await mailsTo(world.deps, company)).toEqual([]);
    await world.later(16 * DAY_MS);
    await Promise.all([runDueWork(world.deps), runDueWork(world.deps)]);
    await world.later(20 * DAY_MS);
    expect(await mailsTo(world.deps, company)).toEqual(['method-expiring']);
  });
});
