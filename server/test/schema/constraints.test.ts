/** Constraints enforce each rule a second time: the database refuses violations from any caller. */
import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import { customerIdSchema } from '@quittance/contract/ids';
import { cents, ZERO } from '@quittance/contract/money';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Tx } from '../../src/platform/database/database.ts';
import { capabilities } from '../../src/schema/access.ts';
import { installments, plans, schedules } from '../../src/schema/arrangements.ts';
import { companies } from '../../src/schema/companies.ts';
import { customers, paymentMethods } from '../../src/schema/customers.ts';
import { idempotencyKeys } from '../../src/schema/idempotency-keys.ts';
import { useDatabase } from '../database.ts';
import { fillEveryTable } from '../rows/every-table.ts';
import { AT } from '../rows/money-rows.ts';
import { refusedBy } from '../rows/refused-by.ts';
import { forFile } from '../world/for-file.ts';

const ON = isoDate('2026-02-01');

const fresh = useDatabase();
const company = forFile(() => fillEveryTable(fresh.database, 'harbor'));

const refused = (work: (tx: Tx) => Promise<unknown>) => refusedBy(fresh.database, work);

describe('Arrangements', () => {
  const agreed = () => {
    const { companyId, customerId, invoiceId, methodId, mandateId } = company.maya;
    const whose = { companyId, customerId, invoiceId, methodId, mandateId, createdAt: AT };
    const money = { amountCents: cents(10_000), feeCents: ZERO };
    return { ...whose, ...money, id: randomUUID(), suspendedAt: AT };
  };

  it.each(['LIVE', 'SUSPENDED'] as const)(
    'an invoice cannot have a second schedule while the first is %s',
    async (state) => {
      const answer = refused(async (tx) => {
        await tx.insert(schedules).values({ ...agreed(), chargeOn: ON, state });
        await tx.insert(schedules).values({ ...agreed(), chargeOn: ON, state: 'LIVE' });
      });
      expect(await answer).toBe('one_live_schedule_per_invoice');
    },
  );

  it.each(['LIVE', 'SUSPENDED'] as const)(
    'an invoice cannot have a second plan while the first is %s',
    async (state) => {
      const answer = refused(async (tx) => {
        await tx.insert(plans).values({ ...agreed(), count: 2, anchorOn: ON, state });
        await tx.insert(plans).values({ ...agreed(), count: 2, anchorOn: ON, state: 'LIVE' });
      });
      expect(await answer).toBe('one_live_plan_per_invoice');
    },
  );

  it('a suspended schedule or plan has the time of its suspension', async () => {
    const suspended = { ...agreed(), state: 'SUSPENDED', suspendedAt: null } as const;
    const schedule = { ...suspended, chargeOn: ON };
    const plan = { ...suspended, count: 2, anchorOn: ON };
    expect(await refused((tx) => tx.insert(schedules).values(schedule))).toBe(
      'suspended_schedule_has_its_time',
    );
    expect(await refused((tx) => tx.insert(plans).values(plan))).toBe(
      'suspended_plan_has_its_time',
    );
  });

  it.each([1, 13])('a plan of %i parts is refused', async (count) => {
    const plan = { ...agreed(), count, anchorOn: ON, state: 'LIVE' } as const;
    expect(await refused((tx) => tx.insert(plans).values(plan))).toBe('plan_has_2_to_12_parts');
  });

  it('an installment that differs from its principal plus fee is refused', async () => {
    const { companyId, customerId, planId } = company.maya;
    const money = { principalCents: cents(100), feeCents: cents(3), costCents: cents(104) };
    const named = { companyId, customerId, planId, index: 2 };
    const row = { ...named, dueOn: ON, ...money, status: 'OPEN' } as const;
    expect(await refused((tx) => tx.insert(installments).values(row))).toBe(
      'installment_cost_is_principal_plus_fee',
    );
  });
});

describe('Keys', () => {
  it('an idempotency key belongs to one attempt within its scope', async () => {
    const { companyId, customerId, attemptId } = company.maya;
    const whose = { companyId, customerId, attemptId };
    const key = { ...whose, key: randomUUID(), requestHash: 'h', createdAt: AT };
    const answer = refused(async (tx) => {
      await tx.insert(idempotencyKeys).values({ ...key, scope: 'a' });
      await tx.insert(idempotencyKeys).values({ ...key, scope: 'b' });
      await tx.insert(idempotencyKeys).values({ ...key, scope: 'a' });
    });
    expect(await answer).toBe('idempotency_keys_company_id_scope_key_pk');
  });

  it('the hash of a link token is unique', async () => {
    const { companyId, customerId, requestId } = company.maya;
    const row = () => ({
      companyId,
      customerId,
      requestId,
      id: randomUUID(),
      tokenHash: 'same',
      scope: 'pay' as const,
      createdAt: AT,
      expiresAt: AT,
    });
    const answer = refused(async (tx) => {
      await tx.insert(capabilities).values(row());
      await tx.insert(capabilities).values(row());
    });
    expect(await answer).toBe('capability_token_is_unique');
  });

  it('a customer reference is unique in a company', async () => {
    const { companyId, customerId } = company.maya;
    const row = {
      companyId,
      firstName: 'A',
      lastName: 'B',
      customerRef: customerId,
      createdAt: AT,
    };
    const id = customerIdSchema.parse(randomUUID());
    expect(
      await refused((tx) => tx.insert(customers).values({ ...row, id, internalRef: id })),
    ).toBe('customer_ref_is_unique_in_company');
  });
});

describe('Companies and methods', () => {
  const where = () => eq(companies.companyId, company.companyId);

  it('a company can surcharge a card by at most 4 % (R6)', async () => {
    const feeSettings = { card: 401, ach: 0, cardFixed: ZERO, achFixed: ZERO };
    expect(await refused((tx) => tx.update(companies).set({ feeSettings }).where(where()))).toBe(
      'card_fee_is_at_most_4_percent',
    );
  });

  it('a company accepts only colors that are safe in a style sheet', async () => {
    const mainColor = 'red;}';
    expect(await refused((tx) => tx.update(companies).set({ mainColor }).where(where()))).toBe(
      'company_colors_are_hex',
    );
  });

  it('a method stores at most four digits of a card', async () => {
    const last4 = '4242424242424242';
    const { companyId, methodId } = company.maya;
    const mine = and(eq(paymentMethods.companyId, companyId), eq(paymentMethods.id, methodId));
    expect(await refused((tx) => tx.update(paymentMethods).set({ last4 }).where(mine))).toBe(
      'method_last4_is_four_digits',
    );
  });

  it('auto-pay requires a method and an authorization', async () => {
    expect(await refused((tx) => tx.update(customers).set({ isAutoPayActive: true }))).toBe(
      'active_auto_pay_names_its_method_and_mandate',
    );
  });
});
