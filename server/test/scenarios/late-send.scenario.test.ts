/**
 * A process stalls between the two transactions of a payment until the payment is closed. When it resumes, it
 * charges nothing (product §10.3, M4).
 */
import { DAY_MS } from '@quittance/contract/durations';
import { expect, it } from 'vitest';
import { findAttempt } from '../../src/ledger/attempts.ts';
import { chargeAndSettle } from '../../src/payments/charge/charge.ts';
import { openOrder } from '../../src/payments/core/sealed-order.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { useWorld } from '../world/world.ts';
import { attemptsOn, openAdapter, reconcileFor } from './reconciliation.ts';

const world = useWorld();

/** The order is stored but never reaches the processor. */
async function begun(company: TestCompany, invoice: TestInvoice) {
  const { merchant, companyId } = company;
  await world.sandbox.fault({ merchant, operation: 'charge', fault: 'lose_before' });
  await world.payer(company, invoice).pay();
  const [{ id: attemptId } = { id: null }] = await attemptsOn(world, invoice);
  if (attemptId === null) throw new Error('the invoice has an attempt');
  const attempt = await world.deps.database.inCompany({ companyId }, (tx) =>
    findAttempt(tx, { companyId, attemptId }),
  );
  if (!attempt?.orderSealed) throw new Error('an open attempt has its order');
  const { order } = openOrder(world.deps.sealer, { ...attempt, orderSealed: attempt.orderSealed });
  return { attempt, order };
}

it('a closed attempt sends no charge', async () => {
  const company = await world.company({ processor: 'payengine' });
  // An earlier payment proves the account.
  await world.payer(company, await world.invoice(company)).pay();
  const invoice = await world.invoice(company);
  const started = await begun(company, invoice);
  const charges = async () => (await world.sandbox.records(company.merchant)).length;

  await world.later(3 * DAY_MS);
  await reconcileFor(world, company);
  expect(await attemptsOn(world, invoice)).toMatchObject([{ line: 'FAILED never_seen' }]);

  const late = await chargeAndSettle(world.deps, await openAdapter(world, company), started);
  expect(late.outcome).toEqual({ kind: 'unknown', reason: 'not sent in time' });
  expect(late.attempt.state).toBe('FAILED');
  expect(await charges()).toBe(1);

  await world.payer(company, invoice).pay();
  expect(await world.statement(invoice)).toContain('invoice COLLECTED');
  expect(await charges()).toBe(2);
});
