/** Demo data is relative to today, so it must be consistent on any day. */
import { randomBytes } from 'node:crypto';
import { addDays, compareDates, type IsoDate, isoDate } from '@quittance/contract/dates';
import { isWithinWindow, scheduleWindow } from '@quittance/domain/checkout/schedule';
import { openStatus } from '@quittance/domain/status/invoice-status';
import { fixedClock } from '@quittance/server/kernel/clock';
import { systemEntropy } from '@quittance/server/kernel/entropy';
import { checkInvariants } from '@quittance/server/payments/reconciliation/check-invariants';
import { createSealer } from '@quittance/server/platform/sealing/seal';
import { afterEach, describe, expect, it } from 'vitest';
import { oneOf, sampled } from '../../domain/test/full-run.ts';
import { localInstant } from '../src/local-instant.ts';
import { makeHistory } from '../src/seed/demo-history.ts';
import { type DemoRows, noRows } from '../src/seed/demo-rows.ts';
import { harbor } from '../src/seed/harbor.ts';
import { northwind } from '../src/seed/northwind.ts';
import { summit } from '../src/seed/summit.ts';
import { writeCompany } from '../src/seed/write-company.ts';
import { type Demo, freshDemo } from './demo.ts';

const sealer = createSealer(randomBytes(32));

function rowsOn(now: string): DemoRows {
  const rows = noRows();
  const deps = { rows, clock: fixedClock(now), entropy: systemEntropy, sealer };
  for (const make of [northwind, harbor, summit]) {
    const company = make('http://sandbox');
    const customers = [...company.customers, ...makeHistory(company)];
    // Stories happen on the server after the rows are written.
    const written = customers.map((customer) => ({
      ...customer,
      invoices: customer.invoices?.filter(({ told }) => told === undefined) ?? [],
    }));
    writeCompany(deps, { ...company, customers: written });
  }
  return rows;
}

function timeless({ companies, plans, installments, schedules, invoices }: DemoRows, now: string) {
  const wrong: string[] = [];
  for (const company of companies) {
    const today = fixedClock(now).today(company.timeZone ?? '');
    const isTheirs = (row: { companyId: string }) => row.companyId === company.companyId;
    const isPast = (date: IsoDate) => compareDates(date, today) < 0;
    const live = new Set(plans.filter((plan) => plan.state === 'LIVE').map((plan) => plan.id));
    for (const part of installments.filter(isTheirs)) {
      const isPaid = part.status === 'SUCCESS';
      if (isPaid && !isPast(part.dueOn)) wrong.push(`${now}: paid before its day ${part.dueOn}`);
      if (!isPaid && live.has(part.planId) && compareDates(part.dueOn, today) <= 0) {
        wrong.push(`${now}: missed on ${part.dueOn}`);
      }
    }
    const window = scheduleWindow({ today, preference: company.preference });
    for (const { chargeOn } of schedules.filter(isTheirs)) {
      if (!isWithinWindow(chargeOn, window)) wrong.push(`${now}: scheduled for ${chargeOn}`);
    }
    for (const { status, dueOn, accountRef } of invoices.filter(isTheirs)) {
      const isOpen = status === 'DUE' || status === 'IN_COLLECTION';
      const right = openStatus({ dueDate: dueOn, today });
      if (isOpen && status !== right) wrong.push(`${now}: ${accountRef} is ${right}`);
    }
  }
  return wrong;
}

describe('Demo data on any day', () => {
  it('demo invoices are consistent with the current date on any day of two years', () => {
    // At intervals of 23 days, the dates cover every day of the week and of the month; a sample covers every day of
    // the week.
    const { length, apart } = sampled({
      sample: { length: 8, apart: 92 },
      full: { length: 32, apart: 23 },
    });
    const days = Array.from({ length }, (_, index) =>
      addDays(isoDate('2026-01-01'), index * apart),
    );
    const wrong = days.flatMap((day) => {
      const now = `${day}T04:30:00.000Z`;
      return timeless(rowsOn(now), now);
    });
    expect(wrong).toEqual([]);
  });

  it('demo data contains no future event at any hour', () => {
    const hours = Array.from({ length: 8 }, (_, turn) => String(turn * 3).padStart(2, '0'));
    const future = hours.flatMap((hour) => {
      const now = `2026-03-08T${hour}:10:00.000Z`;
      const { attempts, moves, postings } = rowsOn(now);
      const times = [
        ...attempts.flatMap((row) => [row.createdAt, row.settledAt ?? row.createdAt]),
        ...[...moves, ...postings].map((row) => row.at),
      ];
      return times.filter((at) => at > now);
    });
    expect(future).toEqual([]);
  });
});

describe('Demo data in the database', () => {
  let demo: Demo | undefined;
  afterEach(() => demo?.drop());

  const moments = [
    '2028-02-29T23:30:00.000Z',
    '2026-12-31T23:59:00.000Z',
    '2026-03-08T09:30:00.000Z',
  ];

  it.each(oneOf(moments, 0))(
    'demo data satisfies the invariants when it begins at %s',
    async (now) => {
      demo = await freshDemo({ clock: fixedClock(now) });
      expect(await checkInvariants(demo.database)).toEqual([]);
    },
  );
});

describe('Local time', () => {
  it.each([
    ['2026-11-15', '14:31', 'America/New_York', '2026-11-15T19:31:00.000Z'],
    ['2026-07-01', '14:31', 'America/New_York', '2026-07-01T18:31:00.000Z'],
    ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01', '12:00', 'America/Denver', '2026-11-01T19:00:00.000Z'],
    ['2026-01-01', '00:00', 'Pacific/Auckland', '2025-12-31T11:00:00.000Z'],
    ['2026-06-01', '06:00', 'Asia/Kathmandu', '2026-06-01T00:15:00.000Z'],
  ])('the local time %s %s in %s is the instant %s', (date, time, timeZone, instant) => {
    expect(localInstant({ date: isoDate(date), time, timeZone })).toBe(instant);
  });
});
