/**
 * Faults that the tables in faults.scenario.test.ts do not cover: before a charge, long after a charge, and a
 * processor that charges twice on its own, which no protocol can repair.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { processorForCompany } from '../../src/companies/processor-for-company.ts';
import { findCompany } from '../../src/companies/store.ts';
import type { TestCompany } from '../world/company.ts';
import type { TestProcessor } from '../world/merchant.ts';
import { BANK_ACCOUNTS, type RecordedCharge } from '../world/sandbox-process.ts';
import { useWorld } from '../world/world.ts';

const DEVICE = {
  screen: { width: 1440, height: 900, colorDepth: 24 },
  timezone: 'America/Chicago',
  timezoneOffset: 300,
  locale: 'en-US',
  userAgent: 'Mozilla/5.0',
  ipAddress: '127.0.0.1',
};

const world = useWorld();

async function openInvoice(processor: TestProcessor) {
  const company = await world.company({ processor });
  const invoice = await world.invoice(company);
  return { company, invoice, payer: world.payer(company, invoice) };
}

/** Simulates a refund in the processor's dashboard. */
async function giveBack(company: TestCompany, charge: RecordedCharge | undefined): Promise<void> {
  const row = await world.deps.database.asSystem((tx) => findCompany(tx, company.companyId));
  invariant(row && charge, 'there is a company and a charge to give back');
  const processor = await processorForCompany(world.deps, row);
  const order = {
    reference: `by-hand-${charge.transactionId}`,
    processorReference: charge.transactionId,
    amountCents: cents(charge.amountCents),
    kind: 'card',
  } as const;
  expect(await processor?.charges.refund(order)).toMatchObject({ kind: 'refunded' });
}

describe('A processor that charges twice on its own', () => {
  it.each(oneOf(['payengine', 'fiserv'] as const, 0))(
    'a double charge at %s shows one paid invoice and needs manual review',
    async (processor) => {
      const { company, invoice, payer } = await openInvoice(processor);
      const { merchant } = company;
      await world.sandbox.fault({ merchant, operation: 'sale', fault: 'duplicate' });
      expect(await payer.pay()).toMatchObject({ status: 'SUCCESS' });
      await world.lookAgain(invoice);
      expect(await world.statement(invoice)).toBe(
        [
          'invoice COLLECTED $100.00 of $100.00',
          'payment SUCCEEDED $100.00 + $3.30',
          `  receivable → clearing:${processor} $100.00`,
          `  fee_income → clearing:${processor} $3.30`,
        ].join('\n'),
      );
      const [, second, ...more] = await world.sandbox.records(merchant);
      expect(more).toEqual([]);
      await giveBack(company, second);
    },
  );

  it.each(oneOf(['payengine', 'fiserv'] as const, 0))(
    'a doubled bank debit at %s stays pending and does not count as one debit',
    async (processor) => {
      const { company, invoice, payer } = await openInvoice(processor);
      const { merchant } = company;
      await world.sandbox.fault({ merchant, operation: 'ach', fault: 'duplicate' });
      await payer.pay({ bank: BANK_ACCOUNTS.pays });
      for (let day = 0; day < 4; day += 1) await world.later(DAY_MS);
      // PayEngine's response omits the amount, and the lookup for it finds two charges.
      const state = processor === 'payengine' ? 'UNKNOWN' : 'PENDING';
      expect(await world.statement(invoice)).toContain(`payment ${state}`);
      const booked = await world.sandbox.records(merchant);
      expect(booked).toHaveLength(2);
      for (const charge of booked) await giveBack(company, charge);
    },
  );

  it('a duplicate execution at Stripe makes one charge', async () => {
    const { company, invoice, payer } = await openInvoice('stripe');
    const { merchant } = company;
    await world.sandbox.fault({ merchant, operation: 'sale', fault: 'duplicate' });
    expect(await payer.pay()).toMatchObject({ status: 'SUCCESS' });
    await world.lookAgain(invoice);
    expect((await payer.read()).status).toBe('COLLECTED');
    expect(await world.sandbox.records(merchant)).toHaveLength(1);
  });
});

describe('A request that never arrived and was not looked up in time', () => {
  it.each([
    ['stripe', 21 * HOUR_MS],
    ['fiserv', 5 * MINUTE_MS],
  ] as const)(
    'a request outside the retry window is not sent again at %s',
    async (processor, ms) => {
      const { company, invoice, payer } = await openInvoice(processor);
      const { merchant } = company;
      await world.sandbox.fault({ merchant, operation: 'sale', fault: 'lose_before' });
      await payer.pay();
      for (const passed of [ms, HOUR_MS, DAY_MS]) await world.later(passed);
      expect(await world.statement(invoice)).toContain('payment UNKNOWN');
      expect(await world.sandbox.records(merchant)).toEqual([]);
      const quote = { amount: 10_000, fee: 330 };
      expect(await payer.pay({ quote })).toMatchObject({ message: 'ACCOUNT_IS_PROCESSING' });
    },
  );
});

const SESSION_CODES = {
  lose_answer: 503,
  lose_before: 503,
  http_500_after: 503,
  http_500_before: 503,
  slow: 200,
  execute_late: 503,
  duplicate: 200,
} as const;

describe.each(oneOf(['payengine', 'fiserv'] as const, 1))(
  'A session for the fields of %s',
  (processor) => {
    it.each(Object.entries(SESSION_CODES))(
      '%s: the session call returns %i and charges nothing',
      async (fault, code) => {
        const { company, payer } = await openInvoice(processor);
        const { merchant } = company;
        await world.sandbox.fault({ merchant, operation: 'session', fault, delayMs: 150 });
        expect((await payer.openFields()).code).toBe(code);
        expect(await world.sandbox.records(merchant)).toEqual([]);
        expect(await payer.pay()).toMatchObject({ status: 'SUCCESS' });
        expect(await world.sandbox.records(merchant)).toHaveLength(1);
      },
    );
  },
);

/** An authentication moves no money. If it fails, there is either no charge or exactly one. */
const AUTHENTICATION_CODES = {
  ...SESSION_CODES,
  http_500_after: 200,
  http_500_before: 200,
} as const;

describe("A fault while the collection of the payer's device starts at Fiserv", () => {
  it.each(Object.keys(AUTHENTICATION_CODES))(
    '%s: the payer is charged once, with authentication or without',
    async (fault) => {
      const { company, payer } = await openInvoice('fiserv');
      const { merchant } = company;
      await world.sandbox.fault({ merchant, operation: 'three_ds', fault, delayMs: 150 });
      expect(await payer.pay({ deviceInfo: DEVICE })).toMatchObject({ status: 'SUCCESS' });
      expect(await world.sandbox.records(merchant)).toHaveLength(1);
    },
  );
});

describe('A fault while Fiserv authenticates the payer', () => {
  it.each(Object.entries(AUTHENTICATION_CODES))(
    '%s: the call returns %i, and the payer is charged once',
    async (fault, code) => {
      const { company, invoice, payer } = await openInvoice('fiserv');
      const { merchant } = company;
      const beforeSubmit = () =>
        world.sandbox.fault({ merchant, operation: 'three_ds', fault, delayMs: 150 });
      const answer = await payer.pay({ deviceInfo: DEVICE, beforeSubmit });
      expect(answer.code).toBe(code);
      if (!answer.success) {
        expect(await world.sandbox.records(merchant)).toEqual([]);
        expect(await world.statement(invoice)).toContain('payment FAILED');
        await payer.pay({ deviceInfo: DEVICE });
      }
      expect((await payer.read()).status).toBe('COLLECTED');
      expect(await world.sandbox.records(merchant)).toHaveLength(1);
    },
  );
});
