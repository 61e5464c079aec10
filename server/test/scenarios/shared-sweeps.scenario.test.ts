/**
 * Several server processes share the sweeps (docs/operations.md): only one process at a time works on a row, and
 * the charges of several customers are made concurrently.
 */
import { addDays } from '@quittance/contract/dates';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { attemptIdSchema, methodIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { forgetRemoved } from '../../src/methods/forget-methods.ts';
import { chargeDue } from '../../src/payments/off-session/charge-due.ts';
import {
  type KindOfWork,
  listCompaniesWith,
} from '../../src/payments/off-session/companies-with-work.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import { resolveDue, resolveIfDue } from '../../src/payments/reconciliation/resolve.ts';
import { storeWebhook } from '../../src/payments/reconciliation/webhook-inbox.ts';
import { sealContext } from '../../src/platform/sealing/seal.ts';
import type { ChargeOrder, Processor } from '../../src/processors/processor.ts';
import { CITUS_URL } from '../citus.ts';
import type { TestCompany } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { useOwnPortal } from '../world/own-portal.ts';
import { addAttempt, addMethod, addSchedule } from '../world/own-rows.ts';

const LOST = { kind: 'unknown', reason: 'lost' } as const;

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());

function gatheringProcessor(expected: number) {
  const calls: string[] = [];
  const gathering: { resolve: () => void } = { resolve: () => undefined };
  const gathered = new Promise<void>((resolve) => {
    gathering.resolve = resolve;
  });
  const arrive = async (call: string) => {
    calls.push(call);
    if (calls.length >= expected) gathering.resolve();
    await gathered;
  };
  const processor: Processor = {
    name: 'payengine',
    verify: async () => ({ kind: 'accepted' }),
    charges: {
      resend: { kind: 'never' },
      async charge({ reference }: ChargeOrder) {
        await arrive(reference);
        return LOST;
      },
      async lookup({ reference }) {
        await arrive(reference);
        return LOST;
      },
      refund: async () => LOST,
    },
    methods: {
      save: async () => LOST,
      forget: async () => arrive('forget'),
    },
  };
  return { deps: depsWith(processor), calls, arrive, processor };
}

function depsWith(processor: Processor): Deps {
  return { ...portal.deps, processors: { ...portal.deps.processors, create: () => processor } };
}

/**
 * The first sweep is inside its call while the second one runs from start to finish. The test then makes the third
 * call, which lets the first one continue.
 */
async function sweepTwice(sweep: (deps: Deps) => Promise<number>) {
  const { deps, calls, arrive } = gatheringProcessor(2);
  const first = sweep(deps);
  await expect.poll(() => calls.length).toBe(1);
  const second = await sweep(deps);
  await arrive('test');
  return { counts: [await first, second], calls: calls.length - 1 };
}

describe('Two processes and one due row', () => {
  it('an attempt is looked up by only one of two processes', async () => {
    const invoice = await portal.invoice(harbor);
    const open = { state: 'UNKNOWN', nextCheckAt: portal.deps.clock.now() } as const;
    await addAttempt(portal, { whose: harbor, invoice }, open);
    expect(await sweepTwice(resolveDue)).toEqual({ counts: [1, 0], calls: 1 });
  });

  it('a webhook is processed by only one of two processes', async () => {
    const invoice = await portal.invoice(harbor);
    const reference = await addAttempt(portal, { whose: harbor, invoice });
    await portal.deps.database.asSystem((tx) =>
      storeWebhook(tx, {
        companyId: harbor.companyId,
        processor: 'payengine',
        eventId: 'evt-1',
        eventType: 'sale',
        subject: 'charge',
        reference,
        receivedAt: portal.deps.clock.now(),
      }),
    );
    expect(await sweepTwice(processWebhooks)).toEqual({ counts: [1, 0], calls: 1 });
  });

  it('a removed method is deleted at the processor by only one of two processes', async () => {
    const { deps } = portal;
    const id = methodIdSchema.parse(deps.entropy.uuid());
    const place = sealContext.methodToken({ companyId: harbor.companyId, methodId: id });
    await addMethod(portal, harbor, {
      id,
      tokenSealed: deps.sealer.seal('tok', place),
      state: 'removed',
      removedAt: deps.clock.now(),
    });
    expect(await sweepTwice(forgetRemoved)).toEqual({ counts: [1, 0], calls: 1 });
  });
});

async function scheduleFor(whose: TestCompany, days = 0) {
  const { deps } = portal;
  const id = methodIdSchema.parse(deps.entropy.uuid());
  const place = sealContext.methodToken({ companyId: whose.companyId, methodId: id });
  await addMethod(portal, whose, { id, tokenSealed: deps.sealer.seal('tok', place) });
  const invoice = await portal.invoice(whose, { status: 'PAYMENT_EXTENSION' });
  const chargeOn = addDays(deps.clock.today('America/New_York'), days);
  await addSchedule(portal, { whose, invoice, methodId: id }, { chargeOn });
}

describe('The companies that a sweep visits (ADR 0085)', () => {
  it.skipIf(CITUS_URL)('a sweep skips companies without work', async () => {
    const idle = await portal.company();
    const busy = await portal.company();
    await scheduleFor(busy, 13);
    const { database, clock } = portal.deps;
    const namesAmong = async (kind: KindOfWork, days: number) => {
      const now = addMs(clock.now(), days * DAY_MS);
      const found = await listCompaniesWith(database, { kind, now });
      const ids = found.map(({ companyId }) => companyId);
      return [
        ...(ids.includes(idle.companyId) ? ['idle'] : []),
        ...(ids.includes(busy.companyId) ? ['busy'] : []),
      ];
    };
    expect(await namesAmong('hasDue', 12)).toEqual([]);
    expect(await namesAmong('hasDue', 13)).toEqual(['busy']);
    expect(await namesAmong('hasNotices', 9)).toEqual([]);
    expect(await namesAmong('hasNotices', 10)).toEqual(['busy']);
    for (const kind of ['hasOverdue', 'hasAutoPay', 'hasUncharged', 'hasExpiring'] as const) {
      expect(await namesAmong(kind, 0)).toEqual([]);
    }
  });
});

describe('The due charges of a company', () => {
  it('three customers are charged concurrently', async () => {
    const northwind = await portal.company();
    for (let count = 0; count < 3; count += 1) {
      await scheduleFor(await portal.neighbor(northwind));
    }
    const { deps, calls } = gatheringProcessor(3);
    expect(await chargeDue(deps)).toEqual({ UNKNOWN: 3 });
    expect(calls).toHaveLength(3);
  });

  it('the charges of one customer run one after another', async () => {
    const summit = await portal.company();
    for (let count = 0; count < 2; count += 1) await scheduleFor(summit);
    const { deps, calls, arrive } = gatheringProcessor(2);
    const sweep = chargeDue(deps);
    await expect.poll(() => calls.length).toBe(1);
    expect(await chargeDue(deps)).toEqual({});
    await arrive('test');
    expect(await sweep).toEqual({ UNKNOWN: 2 });
  });
});

/** Simulates another process, whose clock is past the expiry of every lease taken so far. */
function afterLeases(deps: Deps): Deps {
  return { ...deps, clock: fixedClock(addMs(deps.clock.now(), 10 * MINUTE_MS)) };
}

describe('A process that stalled until its lease ended (ADR 0107)', () => {
  it("a stalled process leaves the customer's other charges to the lease holder", async () => {
    const whose = await portal.company();
    for (let count = 0; count < 2; count += 1) await scheduleFor(whose);
    const { deps, calls } = gatheringProcessor(2);
    const stalled = chargeDue(deps);
    await expect.poll(() => calls.length).toBe(1);
    expect(await chargeDue(afterLeases(deps))).toEqual({ UNKNOWN: 1 });
    expect(await stalled).toEqual({ UNKNOWN: 1 });
    expect(new Set(calls).size).toBe(2);
  });

  it('a stalled process does not repeat a charge that the holder of the lease has sent', async () => {
    const whose = await portal.company();
    await scheduleFor(whose);
    const { deps, calls, processor } = gatheringProcessor(1);
    expect(await chargeDue(deps)).toEqual({ UNKNOWN: 1 });
    const key = { companyId: whose.companyId, attemptId: attemptIdSchema.parse(calls[0]) };
    portal.later(MINUTE_MS);
    const sent: string[] = [];
    let isStalled = true;
    const lossy = depsWith({
      ...processor,
      charges: {
        ...processor.charges,
        resend: { kind: 'same_key', withinMs: HOUR_MS },
        async charge({ reference }) {
          sent.push(reference);
          return LOST;
        },
        async lookup() {
          if (isStalled) {
            isStalled = false;
            await resolveIfDue(afterLeases(lossy), key);
          }
          return { kind: 'not_found' };
        },
      },
    });
    await resolveIfDue(lossy, key);
    expect(sent).toEqual([key.attemptId]);
  });
});
