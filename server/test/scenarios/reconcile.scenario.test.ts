/**
 * Reconciliation of our attempts with the processor's records (docs/operations.md): differences are found,
 * corrected if possible, and otherwise reported. Money is never dropped or invented.
 */

import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import { Secret } from '../../src/processors/secret.ts';
import { orderFor } from '../processors/subject.ts';
import { typeInto } from '../world/browser.ts';
import { addCompany, type TestCompany, type TestInvoice } from '../world/company.ts';
import { newMerchant, type TestProcessor } from '../world/merchant.ts';
import { otherAccount, useKeysFrom } from '../world/processor-keys.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { openWorld, type World } from '../world/world.ts';
import { attemptsOn, forgetPayments, openAdapter, reconcileFor } from './reconciliation.ts';

// The test simulates weeks, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let world: World;

/** Each group has its own world, because a world's jobs visit all of its companies. */
function useOwnWorld(): void {
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());
}

async function open(processor: TestProcessor) {
  const company = await world.company({ processor });
  const invoice = await world.invoice(company);
  return { company, invoice, payer: world.payer(company, invoice) };
}

const ALL = ['payengine', 'stripe', 'fiserv'] as const;
const LISTING = ['payengine', 'stripe'] as const;

async function linesOn(invoice: TestInvoice): Promise<string[]> {
  return (await attemptsOn(world, invoice)).map(({ line }) => line);
}

describe.each(oneOf(ALL, 2))('Reconciliation with %s', (processor) => {
  useOwnWorld();

  it('the records agree after succeeded and declined payments', async () => {
    const { company, invoice, payer } = await open(processor);
    await payer.pay({ card: CARDS.declined });
    await payer.pay();
    await world.payer(company, await world.invoice(company)).pay({ bank: BANK_ACCOUNTS.pays });
    await world.later(HOUR_MS);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true, differences: {} });
    expect(await linesOn(invoice)).toEqual([expect.stringContaining('FAILED'), 'SUCCEEDED']);
  });

  it('reconciliation settles an open payment before the resolver runs', async () => {
    const { company, invoice, payer } = await open(processor);
    await world.sandbox.fault({
      merchant: company.merchant,
      operation: 'charge',
      fault: 'lose_answer',
    });
    await payer.pay();
    expect(await linesOn(invoice)).toEqual(['UNKNOWN']);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
    expect(await linesOn(invoice)).toEqual(['SUCCEEDED']);
  });

  it('reconciliation finds a bank debit that was returned weeks after payment', async () => {
    const { company, invoice, payer } = await open(processor);
    await payer.pay({ bank: BANK_ACCOUNTS.pays });
    for (let day = 0; day < 6; day += 1) await world.later(DAY_MS);
    await reconcileFor(world, company);
    expect((await payer.read()).status).toBe('COLLECTED');
    const [charge] = await world.sandbox.records(company.merchant);
    await world.later(20 * DAY_MS);
    await world.sandbox.returnDebit(charge?.transactionId ?? '', 'R10');
    expect(await linesOn(invoice)).toEqual(['SUCCEEDED']);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
    expect(await linesOn(invoice)).toEqual(['RETURNED']);
    expect(['DUE', 'IN_COLLECTION']).toContain((await payer.read()).status);
  });

  it('reconciliation reports a success on a closed attempt', async () => {
    const { company, invoice, payer } = await open(processor);
    await world.sandbox.fault({
      merchant: company.merchant,
      operation: 'charge',
      fault: 'lose_answer',
    });
    await payer.pay();
    const [attempt] = await attemptsOn(world, invoice);
    if (!attempt) throw new Error('the invoice has an attempt');
    await settle(world.deps, {
      companyId: company.companyId,
      attemptId: attempt.id,
      outcome: {
        kind: 'declined',
        processorReference: null,
        code: 'x',
        message: 'x',
        class: 'soft',
      },
      source: 'resolver',
    });
    const row = await reconcileFor(world, company);
    expect(row).toMatchObject({ isClean: false, differences: { late_success: 1 } });
    expect(await linesOn(invoice)).toEqual(['SUCCEEDED']);
    expect((await payer.read()).status).toBe('COLLECTED');
  });

  it('reconciliation is not recorded as clean while the processor does not respond', async () => {
    const { company, payer } = await open(processor);
    await payer.pay();
    await world.sandbox.fault({
      merchant: company.merchant,
      operation: 'lookup',
      fault: 'http_500_before',
      times: 5,
    });
    const row = await reconcileFor(world, company);
    expect(row?.isClean ?? false).toBe(false);
  });
});

describe('The daily reconciliation', () => {
  useOwnWorld();

  it('a failure at one company does not stop the reconciliation of other companies', async () => {
    const [troubled, sound] = [await open('stripe'), await open('payengine')];
    const { merchant } = troubled.company;
    await world.sandbox.fault({ merchant, operation: 'lookup', fault: 'http_500_before' });
    const compared = (await reconcile(world.deps)).map(({ companyId }) => companyId);
    expect(compared).toContain(sound.company.companyId);
    expect(compared).not.toContain(troubled.company.companyId);
  });
});

describe.each(oneOf(LISTING, 0))('A charge that is only in the records of %s', (processor) => {
  useOwnWorld();

  it('an orphaned charge becomes an attempt that pays its invoice', async () => {
    const { company, invoice, payer } = await open(processor);
    await payer.pay();
    const [paid] = await attemptsOn(world, invoice);
    await forgetPayments(world, invoice);
    const row = await reconcileFor(world, company);
    expect(row).toMatchObject({ isClean: false, differences: { orphan: 1 } });
    expect(await attemptsOn(world, invoice)).toEqual([{ id: paid?.id, line: 'SUCCEEDED orphan' }]);
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $100.00 + $3.30');
    expect((await payer.read()).status).toBe('COLLECTED');
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
  });

  it('an orphaned pending bank debit holds its invoice', async () => {
    const { company, invoice, payer } = await open(processor);
    await payer.pay({ bank: BANK_ACCOUNTS.pays });
    await forgetPayments(world, invoice);
    await reconcileFor(world, company);
    expect((await payer.read()).status).toBe('PENDING');
    expect(await linesOn(invoice)).toEqual(['PENDING orphan']);
    for (let day = 0; day < 6; day += 1) await world.later(DAY_MS);
    expect(await linesOn(invoice)).toEqual(['SUCCEEDED orphan']);
  });

  it('an orphaned charge is customer credit when the invoice was paid again', async () => {
    const { company, invoice, payer } = await open(processor);
    await payer.pay();
    await forgetPayments(world, invoice);
    await world.later(MINUTE_MS);
    await payer.pay();
    await reconcileFor(world, company);
    expect((await linesOn(invoice)).sort()).toEqual(['SUCCEEDED', 'SUCCEEDED orphan credit 10330']);
    expect(await world.statement(invoice)).toContain('invoice COLLECTED $100.00 of $100.00');
  });

  it('an orphaned charge without an invoice is reported and not assigned', async () => {
    const { company } = await open(processor);
    const { charges } = await openAdapter(world, company);
    const token = await tokenFor(company);
    const order = orderFor(
      { kind: 'new', token: new Secret(token) },
      { invoiceRef: 'NOBODY-1', amountCents: cents(500) },
    );
    const taken = await charges.charge(order);
    expect(await reconcileFor(world, company)).toMatchObject({ differences: { unplaced: 1 } });
    if (taken.kind !== 'succeeded') throw new Error(taken.kind);
    const { processorReference } = taken;
    const refund = { reference: randomUUID(), processorReference, amountCents: cents(500) };
    await charges.refund({ ...refund, kind: 'card' });
  });
});

/** Creates a card token for a charge that does not go through the portal. */
async function tokenFor(company: TestCompany): Promise<string> {
  const fields = { url: 'unused', authorization: 'unused' };
  const page = { sandbox: world.sandbox, merchant: company.merchant, fields };
  return typeInto(page, { kind: 'card', number: CARDS.pays });
}

describe.each(oneOf(ALL, 1))('A payment that is not in the records of %s', (processor) => {
  useOwnWorld();

  it('a payment that is missing at the processor is reported until it leaves the time range', async () => {
    const merchant = newMerchant(processor);
    await world.sandbox.register(merchant);
    const company = await addCompany(world.deps, merchant);
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay();
    // The company switches to another account, which has the charges made since then.
    const moved = { ...company, merchant: await otherAccount(world.sandbox, company) };
    await useKeysFrom(world.deps, moved, moved.merchant);
    await world.payer(moved, await world.invoice(moved)).pay();
    await world.later(HOUR_MS);
    for (let day = 0; day < 3; day += 1) {
      expect(await reconcileFor(world, company)).toMatchObject({ differences: { missing: 1 } });
      await world.later(DAY_MS);
    }
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
  });
});
