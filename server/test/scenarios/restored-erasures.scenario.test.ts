/** Persons who were erased after a backup are erased again after its restore (R54, ADR 0082). */
import { HOUR_MS } from '@quittance/contract/durations';
import { customerIdSchema } from '@quittance/contract/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCompany } from '../../src/companies/store.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { releaseByPerson } from '../../src/payments/reconciliation/release-charges.ts';
import { eraseCustomer } from '../../src/privacy/erase-customer.ts';
import { keepErasureList, readErasures, repeatErasures } from '../../src/privacy/erasure-list.ts';
import { CITUS_URL } from '../citus.ts';
import { addSchedule } from '../world/arrangements.ts';
import type { TestCompany } from '../world/company.ts';
import { createProvider } from '../world/provider-client.ts';
import { openWorld, START, type World } from '../world/world.ts';
import { type Backups, openBackups } from './backups.ts';
import { reconcileFor } from './reconciliation.ts';

const clock = fixedClock(START);
let world: World;
let backups: Backups;
let list: string;

beforeAll(async () => {
  world = await openWorld({ clock });
  backups = openBackups(world.deps);
  list = backups.path('erasures.txt');
});
afterAll(async () => {
  await world.close();
  backups.remove();
});

async function addPerson(company: TestCompany, customerRef: string): Promise<TestCompany> {
  const call = await createProvider(world, company);
  const body = {
    customerRef,
    firstName: 'Xiomara',
    lastName: customerRef,
    email: `${customerRef}@example.com`,
  };
  const added = await call('POST', '/customers', { body });
  return { ...company, customerId: customerIdSchema.parse(added.body.id) };
}

function erase({ companyId, customerId }: TestCompany, customerRef: string) {
  const scope = { companyId, asProvider: true, isErasure: true } as const;
  const erasure = {
    actor: { companyId, name: 'operator' },
    customerId,
    customerRef,
    reason: 'Asked for',
  };
  return world.deps.database.inCompany(scope, (tx) => eraseCustomer(tx, world.deps, erasure));
}

async function readNames({ companyId }: TestCompany): Promise<string[]> {
  const rows = await backups.query(
    'select last_name as name from customers where company_id = $1',
    [companyId],
  );
  return rows.map(({ name }) => name);
}

const release = ({ companyId }: TestCompany) =>
  world.deps.database.asSystem(async (tx) => {
    const company = await findCompany(tx, companyId);
    if (company) await releaseByPerson(tx, company);
  });

const mailsTo = ({ customerId }: TestCompany) =>
  backups.query(`select from outbox where topic = 'mail' and customer_id = $1`, [customerId]);

describe.skipIf(CITUS_URL !== null)(
  'Erasures after a restore (ADR 0082)',
  { timeout: 120_000 },
  () => {
    it('a person on the list is erased again before charges are released, and gets no waiting email', async () => {
      const company = await world.company();
      const [gone, planned] = [
        await addPerson(company, 'Gone'),
        await addPerson(company, 'Planned'),
      ];
      const stays = await addPerson(company, 'Stays');
      const call = await createProvider(world, company);
      for (const person of [gone, stays]) {
        const { invoiceId } = await world.invoice(person);
        await call('POST', `/invoices/${invoiceId}/send`, { body: {} });
      }
      const later = await world.invoice(planned, { dueInDays: 40 });
      const { methodId } = await world.method(planned);
      await addSchedule(world.deps, { company: planned, invoice: later, methodId }, 20);
      expect([await mailsTo(gone), await mailsTo(stays)].map((mails) => mails.length > 0)).toEqual([
        true,
        true,
      ]);
      await backups.backup('people.backup');
      const cancel = { body: { reason: 'To be erased' }, key: 'cancel' };
      await call('POST', `/invoices/${later.invoiceId}/cancel-schedule`, cancel);
      await erase(gone, 'Gone');
      await keepErasureList(world.deps, list);
      await erase(planned, 'Planned');
      await keepErasureList(world.deps, list);
      const listed = await readErasures(list);
      expect(listed.map(([, , id]) => id).sort()).toEqual(
        [gone.customerId, planned.customerId].sort(),
      );

      await backups.restore('people.backup', listed);
      await keepErasureList(world.deps, list);
      expect(await readErasures(list)).toEqual(listed);
      expect(await readNames(company)).toEqual(
        expect.arrayContaining(['Gone', 'Planned', 'Stays']),
      );
      expect(await mailsTo(gone)).toEqual([]);
      expect(await mailsTo(stays)).not.toEqual([]);

      await repeatErasures(world.deps);
      expect(await readNames(company)).not.toContain('Gone');
      expect(await readNames(company)).toEqual(expect.arrayContaining(['Planned', 'Stays']));
      await world.later(HOUR_MS);
      await reconcileFor(world, company);
      expect(await backups.isHeld(company)).toBe(true);
      await expect(release(company)).rejects.toMatchObject({ code: 'ERASURES_NOT_REPEATED' });
      // The scheduled payment of the person is open again and has to be canceled again.
      await (await createProvider(world, company))(
        'POST',
        `/invoices/${later.invoiceId}/cancel-schedule`,
        { ...cancel, key: 'again' },
      );
      await repeatErasures(world.deps);
      expect(await readNames(company)).not.toContain('Planned');
      await reconcileFor(world, company);
      expect(await backups.isHeld(company)).toBe(false);
    });
  },
);
