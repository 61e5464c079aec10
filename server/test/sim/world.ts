/**
 * The setup of a history: one company at one simulated processor, a customer, a few invoices and a
 * clock. The portal can be rebuilt on the same database; the processor's records and the payer's
 * browser survive.
 */

import { type CustomerId, methodIdSchema } from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import { type Cents, cents, ZERO } from '@quittance/contract/money';
import { pino } from 'pino';
import { fixedClock } from '../../src/kernel/clock.ts';
import { ONE_AT_A_TIME } from '../../src/kernel/concurrency.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import type { PartAmount } from '../../src/ledger/attempt-parts.ts';
import type { ManualPayment } from '../../src/payments/record-manual.ts';
import { createSealer, sealContext } from '../../src/platform/sealing/seal.ts';
import { companies } from '../../src/schema/companies.ts';
import { paymentMethods } from '../../src/schema/customers.ts';
import {
  addCompany,
  addInvoice,
  type Setting as SeedContext,
  type TestCompany,
  type TestInvoice,
} from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { testDeps } from '../world/test-deps.ts';
import type { Bug } from './bugs/bug.ts';
import { newFacts } from './facts.ts';
import type { Setting } from './history.ts';
import { emptyTables, type InstrumentedDatabase } from './instrumented-database.ts';
import type { SentEvent } from './records.ts';
import { addRequests } from './requests.ts';
import { seededEntropy } from './seeded.ts';
import type {
  IntentPage,
  Promises,
  Quote,
  RememberedQuote,
  SeenPayment,
  SeenPlan,
} from './seen.ts';
import { addSelections } from './selections.ts';
import { createSimulator } from './simulator.ts';
import { PROFILES } from './simulator-state.ts';

/** A payment that the company recorded, which it may submit again. */
type Receipt = Pick<ManualPayment, 'method' | 'writesOffRest'> & {
  reference: string;
  parts: readonly PartAmount[];
  receivedCents: Cents;
  /** Who paid on account. */
  customerId?: CustomerId;
};

export type SimInvoice = TestInvoice & {
  linkId: string;
  hasMethod: boolean;
  remembered: RememberedQuote[];
  seen: Payable[];
  seenPlans: SeenPlan[];
  seenPayments: SeenPayment[];
  seenChanges: string[];
};

/** Errors in the product's log. A logged error also counts as a violation. */
export type LogEntry = { name: string; message: string };

const LEVEL_ERROR = 50;

function listeningLog(logged: LogEntry[]) {
  return pino(
    { level: 'error', base: null },
    {
      write(line: string) {
        const { level, err, msg } = JSON.parse(line);
        if (level >= LEVEL_ERROR && err) {
          logged.push({ name: err.type, message: `${msg}: ${err.message} ${err.stack ?? ''}` });
        }
      },
    },
  );
}

/** Every feature is offered, including custom amounts (R49). */
const RULES = {
  availablePaymentOptions: [],
  restrictedPaymentMethods: [],
  isOwnAmountAllowed: true,
};

type InvoiceSetup = { setting: Setting; invoices: readonly TestInvoice[] };

async function addPayables(
  seed: SeedContext,
  company: TestCompany,
  { setting, invoices }: InvoiceSetup,
) {
  const { requestCents: totalCents, timeZone } = setting;
  if (totalCents === null) return [];
  const billed = invoices.map((invoice, at) => ({
    invoice,
    totalCents: setting.invoices[at]?.totalCents ?? 0,
  }));
  return [
    ...(await addRequests(seed, company, { totalCents, timeZone })),
    ...(await addSelections(seed, company, billed)),
  ];
}

async function addInvoices(
  seed: SeedContext,
  company: TestCompany,
  setting: Setting,
): Promise<SimInvoice[]> {
  const invoices: SimInvoice[] = [];
  for (const one of setting.invoices) {
    const { totalCents, dueInDays, hasMethod, negotiatedPercent, paidBeforeCents = 0 } = one;
    const invoice = await addInvoice(seed, company, {
      totalCents,
      paidBeforeCents,
      dueInDays,
      ...(hasMethod ? { attachedToken: `tok_${invoices.length}` } : {}),
      ...(negotiatedPercent === null
        ? {}
        : { negotiation: toOffer(Math.ceil((totalCents * negotiatedPercent) / 100)) }),
    });
    const page = { remembered: [], seen: [], seenPlans: [], seenPayments: [], seenChanges: [] };
    invoices.push({ ...invoice, ...page, hasMethod, linkId: seed.entropy.uuid() });
  }
  return invoices;
}

export type OpenedWorld = { database: InstrumentedDatabase; bug: Bug | null };

export async function openSimWorld({ database, bug }: OpenedWorld, setting: Setting) {
  await emptyTables(database);
  const { timeZone } = setting;
  const clock = fixedClock(setting.startsAt);
  const simulator = createSimulator(PROFILES[setting.processor], clock);
  const sealer = createSealer(new Uint8Array(32));
  const entropy = seededEntropy(setting.seed);
  const seed = { database, sealer, clock, entropy };
  const company = await addCompany(seed, newMerchant(setting.processor), {
    timeZone,
    rules: RULES,
  });
  await database.asSystem((tx) => tx.update(companies).set({ isFeeKeepable: true }));
  const invoices = await addInvoices(seed, company, setting);
  const requests = await addPayables(seed, company, { setting, invoices });
  const savedCard = await addMethods(seed, company);
  const logged: LogEntry[] = [];
  const log = listeningLog(logged);
  const build = (): Deps => {
    const named = { database, clock, entropy, sealer, log, processors: simulator.registry() };
    const deps = testDeps({ ...named, concurrency: ONE_AT_A_TIME });
    return bug?.deps?.(deps, simulator) ?? deps;
  };
  const world = {
    database,
    clock,
    entropy,
    simulator,
    company,
    timeZone,
    invoices,
    requests,
    savedCard,
    logged,
    promises: { submits: new Map(), answers: [] } as Promises, // because an empty list has no type of its own
    intentPages: [] as IntentPage[], // because an empty list has no type of its own
    confirmed: new Map<string, Quote>(),
    unexplained: [] as string[], // because an empty list has no type of its own
    receipts: [] as Receipt[], // because an empty list has no type of its own
    counted: new Map<string, number>(),
    checkedChanges: -1,
    facts: newFacts(),
    hasBackup: false,
    bug,
    deps: build(),
    otherDeps: build(),
    /** Events that were sent, possibly without a response. A processor may send any of them again. */
    sent: [] as SentEvent[], // because an empty list has no type of its own
    restart() {
      world.deps = build();
    },
  };
  return world;
}

async function addMethods({ database, sealer, clock, entropy }: SeedContext, company: TestCompany) {
  const { companyId, customerId, merchant } = company;
  const ids = { card: entropy.uuid(), ach: entropy.uuid() };
  for (const kind of ['card', 'ach'] as const) {
    const id = methodIdSchema.parse(ids[kind]);
    const place = sealContext.methodToken({ companyId, methodId: id });
    await database.asSystem((tx) =>
      tx.insert(paymentMethods).values({
        companyId,
        id,
        customerId,
        kind,
        last4: '4242',
        processor: merchant.processor,
        brand: kind === 'card' ? 'visa' : null,
        ...(kind === 'card' ? { expiresMonth: 12, expiresYear: 2035 } : {}),
        tokenSealed: sealer.seal(`tok_${kind}`, place),
        createdAt: clock.now(),
      }),
    );
  }
  return methodIdSchema.parse(ids.card);
}

function toOffer(amountCents: number) {
  return {
    isActive: true,
    isApplied: false,
    amountCents: cents(amountCents),
    paidBeforeCents: ZERO,
  };
}

export type SimWorld = Awaited<ReturnType<typeof openSimWorld>>;
