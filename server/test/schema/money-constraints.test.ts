/** The database refuses invalid attempts, postings and invoices from any caller. */
import { randomUUID } from 'node:crypto';
import { instant, isoDate } from '@quittance/contract/dates';
import { requestIdSchema } from '@quittance/contract/ids';
import { cents, ZERO } from '@quittance/contract/money';
import { OPEN_STATES } from '@quittance/domain/status/payment-status';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { insertParts } from '../../src/ledger/attempt-parts.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { invoices, requests } from '../../src/schema/invoices.ts';
import { attempts, postings } from '../../src/schema/payments.ts';
import { refunds } from '../../src/schema/refunds.ts';
import { useDatabase } from '../database.ts';
import { fillIntent } from '../rows/access-rows.ts';
import { fillEveryTable } from '../rows/every-table.ts';
import { AT, toAttempt, toPosting } from '../rows/money-rows.ts';
import { refusedBy } from '../rows/refused-by.ts';
import { forFile } from '../world/for-file.ts';

const ON = isoDate('2026-02-01');
const NEXT_CHECK = { nextCheckAt: instant('2026-01-15T12:01:00.000Z') };

const fresh = useDatabase();
const company = forFile(() => fillEveryTable(fresh.database, 'harbor'));

const refused = (work: (tx: Tx) => Promise<unknown>) => refusedBy(fresh.database, work);

const attempt = (changes: Parameters<typeof toAttempt>[1]) => toAttempt(company.maya, changes);
const open = (changes: Parameters<typeof toAttempt>[1]) =>
  attempt({ state: 'SENT', ...NEXT_CHECK, ...changes });

describe('Attempts', () => {
  it.each(OPEN_STATES)(
    'a request has no second open attempt while the first is %s',
    async (state) => {
      const other = { invoiceId: null };
      const answer = refused(async (tx) => {
        await tx.insert(attempts).values(open({ state, ...other }));
        await tx.insert(attempts).values(open(other));
      });
      expect(await answer).toBe('one_open_attempt_per_request');
    },
  );

  it.each(OPEN_STATES)(
    'an invoice has no second open attempt while the first is %s',
    async (state) => {
      const requestId = requestIdSchema.parse(randomUUID());
      const { companyId, customerId } = company.maya;
      const answer = refused(async (tx) => {
        await tx
          .insert(requests)
          .values({ companyId, customerId, id: requestId, kind: 'PARTIAL', createdAt: AT });
        await tx.insert(attempts).values(open({ state, requestId }));
        await tx.insert(attempts).values(open({}));
      });
      expect(await answer).toBe('one_open_attempt_per_invoice');
    },
  );

  it('a second attempt is accepted after the first attempt has failed', async () => {
    const answer = refused(async (tx) => {
      await tx.insert(attempts).values(attempt({ state: 'FAILED' }));
      await tx.insert(attempts).values(open({}));
    });
    expect(await answer).toBeNull();
  });

  it('only one of two concurrent attempts is accepted', async () => {
    const two = [open({}), open({})].map((row) =>
      fresh.database.asSystem((tx) => tx.insert(attempts).values(row)),
    );
    const results = await Promise.allSettled(two);
    await fresh.database.pool.query(`delete from attempts where state = 'SENT'`);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['attempt_amount_is_positive', { amountCents: ZERO }],
    ['attempt_fee_is_not_negative', { feeCents: cents(-1) }],
    ['attempt_credit_is_within_its_amount', { creditCents: cents(10_001) }],
    ['open_attempt_has_a_next_check', { state: 'UNKNOWN', nextCheckAt: null }],
    ['merchant_initiated_attempt_names_its_occurrence', { initiator: 'MIT' }],
  ] as const)('an invoice is refused by the constraint %s', async (constraint, changes) => {
    expect(await refused((tx) => tx.insert(attempts).values(attempt(changes)))).toBe(constraint);
  });

  it('an attempt in a state unknown to the domain is refused', async () => {
    const row = attempt({});
    const answer = refused(async (tx) => {
      await tx.insert(attempts).values(row);
      await tx.execute(sql`update attempts set state = 'GUESSED' where id = ${row.id}`);
    });
    expect(await answer).toBe('attempt_state_is_known');
  });

  it('an attempt is unique by arrangement, day and attempt number', async () => {
    const occurrence = {
      initiator: 'MIT',
      occurrenceOf: `plan:${company.maya.planId}`,
      occurrenceOn: ON,
      tryNumber: 1,
    } as const;
    const answer = refused(async (tx) => {
      await tx.insert(attempts).values(attempt(occurrence));
      await tx.insert(attempts).values(attempt({ ...occurrence, tryNumber: 2 }));
      await tx.insert(attempts).values(attempt(occurrence));
    });
    expect(await answer).toBe('one_attempt_per_occurrence_and_try');
  });

  it('a processor charge belongs to one attempt', async () => {
    const answer = refused(async (tx) => {
      await tx.insert(attempts).values(attempt({ processorReference: 'txn_1' }));
      await tx.insert(attempts).values(attempt({ processorReference: 'txn_1' }));
    });
    expect(await answer).toBe('one_attempt_per_processor_charge');
  });
});

describe('The ledger', () => {
  it.each([
    ['posting_amount_is_positive', { amountCents: ZERO }],
    ['posting_amount_is_positive', { amountCents: cents(-100) }],
    [
      'posting_moves_between_two_accounts',
      { destination: 'clearing:payengine', source: 'clearing:payengine' },
    ],
    ['posting_accounts_are_known', { destination: 'clearing:Pay Pal' }],
    ['posting_accounts_are_known', { source: 'recievable:10000000-0000-4000-8000-000000000000' }],
    [
      'posting_credits_its_own_customer',
      { destination: 'customer_credit:10000000-0000-4000-8000-000000000000' },
    ],
  ] as const)('a posting is refused by the constraint %s', async (constraint, changes) => {
    const row = toPosting(company.maya, changes);
    expect(await refused((tx) => tx.insert(postings).values(row))).toBe(constraint);
  });

  it('the ledger has no posting without an attempt', async () => {
    const row = toPosting(company.maya, { attemptId: attempt({}).id });
    expect(await refused((tx) => tx.insert(postings).values(row))).toContain('insert into');
  });

  it.each([
    ['postings', 'update postings set amount_cents = amount_cents + 1'],
    ['postings', 'delete from postings'],
    ['attempt_moves', 'update attempt_moves set source = source'],
    ['attempt_moves', 'delete from attempt_moves'],
  ])('the %s of the ledger cannot be changed by %s, even by the owner', async (_, statement) => {
    const answer = await refused((tx) => tx.execute(sql.raw(statement)));
    expect(answer).toBe('rows_are_append_only');
  });
});

describe('One holder per invoice (M6)', () => {
  const { sent, part, intent } = {
    sent: async (tx: Tx) => tx.insert(attempts).values(open({})),
    part: async (tx: Tx) => {
      const { companyId, customerId, invoiceId } = company.maya;
      const several = open({ invoiceId: null, requestId: await newRequest(tx) });
      await tx.insert(attempts).values(several);
      const owner = { companyId, id: several.id, customerId, isOpen: true };
      await insertParts(tx, owner, [{ invoiceId, amountCents: cents(100), feeCents: ZERO }]);
    },
    intent: async (tx: Tx) =>
      fillIntent(tx, company.maya, {
        state: 'PREPARED',
        requestId: await newRequest(tx),
        ...NEXT_CHECK,
      }),
  };

  async function newRequest(tx: Tx) {
    const { companyId, customerId } = company.maya;
    const id = requestIdSchema.parse(randomUUID());
    await tx.insert(requests).values({ companyId, customerId, id, kind: 'PARTIAL', createdAt: AT });
    return id;
  }

  it.each([
    ['a payment', 'a part of another', sent, part],
    ['a part of a payment', 'another payment', part, sent],
    ['a payment', 'an intent', sent, intent],
    ['an intent', 'a part of a payment', intent, part],
    ['a part of a payment', 'another part', part, part],
  ])('%s and %s cannot be open on the same invoice', async (_first, _second, first, second) => {
    const answer = refused(async (tx) => {
      await first(tx);
      await second(tx);
      // Checks deferred constraints as a commit would.
      await tx.execute(sql`set constraints all immediate`);
    });
    expect(await answer).toBe('one_holder_per_invoice');
  });

  it.each([
    ['a payment', sent, sql`update attempts set state = 'FAILED' where state = 'SENT'`],
    ['a part of a payment', part, sql`update attempt_parts set is_open = false`],
    ['an intent', intent, sql`update intents set state = 'CANCELED', next_check_at = null`],
  ])('%s that closes releases the invoice for the next payment', async (_name, first, close) => {
    const answer = refused(async (tx) => {
      await first(tx);
      await tx.execute(close);
      await part(tx);
    });
    expect(await answer).toBeNull();
  });
});

describe('Refunds that we order', () => {
  const refund = (changes: Partial<typeof refunds.$inferInsert>) => {
    const { companyId, customerId, attemptId } = company.maya;
    const mine = { companyId, customerId, attemptId, id: randomUUID(), createdAt: AT };
    return {
      ...mine,
      origin: 'PROVIDER' as const,
      state: 'REQUESTED' as const,
      nextTryAt: AT,
      amountCents: cents(6000),
      ...changes,
    };
  };
  const order = (...rows: ReturnType<typeof refund>[]) =>
    refused(async (tx) => {
      for (const row of rows) await tx.insert(refunds).values(row);
    });

  it('ordered refunds never exceed the payment in total', async () => {
    expect(await order(refund({}), refund({}))).toBe('refunds_are_within_their_payment');
  });

  it('a refund can be ordered again after a failure and is booked when the processor reports it', async () => {
    const failed = refund({ state: 'FAILED', failedAt: AT });
    const found = refund({ origin: 'PROCESSOR', state: 'SUCCEEDED', doneAt: AT });
    expect(await order(failed, refund({}), found)).toBeNull();
  });
});

describe('Rows of one customer', () => {
  it('a payment cannot reference an invoice of another customer', async () => {
    const row = attempt({ invoiceId: company.omar.invoiceId });
    const answer = await refused((tx) => tx.insert(attempts).values(row));
    expect(answer).toBe('row_is_of_the_customer_of_its_invoice');
  });

  it('a posting cannot reference a payment of another customer', async () => {
    const row = toPosting(company.maya, { attemptId: company.omar.attemptId });
    const answer = await refused((tx) => tx.insert(postings).values(row));
    expect(answer).toBe('row_is_of_the_customer_of_its_attempt');
  });
});

describe('Invoices', () => {
  const update = (values: Partial<typeof invoices.$inferInsert>) =>
    refused((tx) => tx.update(invoices).set(values).where(eq(invoices.id, company.maya.invoiceId)));

  it.each([
    ['invoice_is_paid_within_its_total', { paidCents: cents(10_001) }],
    ['invoice_is_paid_within_its_total', { paidCents: cents(-1) }],
    ['invoice_total_is_positive', { totalCents: ZERO }],
    ['pending_invoice_knows_its_status_before', { status: 'PENDING' }],
  ] as const)('an invoice is refused by the constraint %s', async (constraint, values) => {
    expect(await update(values)).toBe(constraint);
  });

  it('an invoice can be paid to the last cent', async () => {
    expect(await update({ paidCents: cents(10_000), status: 'COLLECTED' })).toBeNull();
  });

  it('an invoice is paid through exactly one request', async () => {
    const { companyId, customerId, invoiceId } = company.maya;
    const id = requestIdSchema.parse(randomUUID());
    const second = {
      companyId,
      customerId,
      id,
      kind: 'INVOICE',
      invoiceId,
      createdAt: AT,
    } as const;
    expect(await refused((tx) => tx.insert(requests).values(second))).toBe(
      'one_request_per_invoice',
    );
  });

  it('a request must reference the object to be paid', async () => {
    const { companyId, customerId } = company.maya;
    const id = requestIdSchema.parse(randomUUID());
    const nothing = { companyId, customerId, id, kind: 'INVOICE', createdAt: AT } as const;
    expect(await refused((tx) => tx.insert(requests).values(nothing))).toBe(
      'request_names_what_it_pays',
    );
  });
});
