/**
 * Stories of the demo companies over 18 months, most of them in the last weeks. Payers and staff act through the use
 * cases, day by day, and the charges are made at the sandbox, so both sides have them: staff can refund these payments,
 * and the playground compares them.
 */
import { addDays } from '@quittance/contract/dates';
import { type AttemptId, idempotencyKeySchema, type RequestId } from '@quittance/contract/ids';
import { type Cents, cents } from '@quittance/contract/money';
import { offeredCounts } from '@quittance/domain/checkout/plan';
import { invariant } from '@quittance/domain/invariant';
import { payableNow } from '@quittance/server/arrangements/payable-now';
import { planTerms } from '@quittance/server/arrangements/plan-terms';
import { type CompanyRow, findCompanyByDomain } from '@quittance/server/companies/store';
import { fixedClock } from '@quittance/server/kernel/clock';
import type { Deps } from '@quittance/server/kernel/deps';
import { AppError } from '@quittance/server/kernel/errors';
import type { CustomerPrincipal } from '@quittance/server/kernel/principal';
import { findAttempt } from '@quittance/server/ledger/attempts';
import type { PaymentInstruction } from '@quittance/server/payments/checkout/begin';
import { payInFull } from '@quittance/server/payments/checkout/pay-in-full';
import { startPlan } from '@quittance/server/payments/checkout/start-plan';
import { sendInquiry } from '@quittance/server/payments/disputes/inquiries';
import { makeRefunds } from '@quittance/server/payments/reconciliation/refund-credits';
import { resolveAttempt } from '@quittance/server/payments/reconciliation/resolve';
import { orderRefund } from '@quittance/server/payments/refunds/order-refund';
import type { Actor } from '@quittance/server/platform/audit/recorded-action';
import type { Tx } from '@quittance/server/platform/database/database';
import { references } from '@quittance/server/platform/database/keys';
import { putReminderSettings } from '@quittance/server/requests/send-invoice';
import { type MethodRow, paymentMethods } from '@quittance/server/schema/customers';
import { type InvoiceRow, invoices, requests } from '@quittance/server/schema/invoices';
import { outbox } from '@quittance/server/schema/operations';
import { payoutReads } from '@quittance/server/schema/payouts';
import { staffMembers } from '@quittance/server/schema/staff';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { localInstant } from '../local-instant.ts';
import type { SandboxControl } from '../playground/sandbox-control.ts';
import type { DemoCompany, DemoStory } from './demo-data.ts';
import { makeHistory, STORY_DAYS } from './demo-history.ts';
import { REMINDERS, remindDaily } from './remind-daily.ts';
import { DEMO_EVIDENCE } from './write-mandate.ts';

type Bill = {
  invoice: InvoiceRow;
  requestId: RequestId;
  methods: readonly MethodRow[];
  daysAgo: number;
  story: DemoStory;
};

type Shared = { sandbox: SandboxControl; refunds: { last: Promise<void> } };

type Office = Shared & { deps: Deps; company: CompanyRow; actor: Actor };

type Step = { daysAgo: number; run(): Promise<unknown> };

const DAYS_TO_PAY_AGAIN = 9;
/** Less than any invoice. */
const PART = cents(2500);
const padded = (value: number) => String(value).padStart(2, '0');
/** During business hours, at another time every day. */
const toTime = (daysAgo: number) =>
  `${padded(8 + ((daysAgo * 5) % 9))}:${padded((daysAgo * 37) % 60)}`;

function toPrincipal({ deps }: Office, { invoice }: Bill): CustomerPrincipal {
  const { companyId, customerId } = invoice;
  const sessionId = customerId;
  const signedInAt = deps.clock.now();
  return { kind: 'customer', sessionId, companyId, customerId, signedInAt, isDemo: false };
}

/** A bank account needs the text that the page shows, which the refusal contains. */
async function withMandate<Result>(
  run: (mandate: { achMandateText?: string }) => Promise<Result>,
): Promise<Result> {
  try {
    return await run({});
  } catch (error) {
    const text = error instanceof AppError ? error.extras.details?.['mandateText'] : undefined;
    if (typeof text !== 'string') throw error;
    return run({ achMandateText: text });
  }
}

function toInstruction(office: Office, bill: Bill): Omit<PaymentInstruction, 'body'> {
  return {
    principal: toPrincipal(office, bill),
    requestId: bill.requestId,
    key: idempotencyKeySchema.parse(office.deps.entropy.uuid()),
    evidence: DEMO_EVIDENCE,
  };
}

function toSource({ methods }: Bill, kind: MethodRow['kind']) {
  const method = methods.find((one) => one.kind === kind);
  invariant(method, 'a customer with a past has a card and a bank account');
  return { paymentType: kind, pmID: method.id };
}

async function pay(office: Office, bill: Bill, kind: MethodRow['kind']): Promise<AttemptId> {
  const { deps, company } = office;
  const { amount, fees } = payableNow(deps, bill.invoice, company);
  const instruction = toInstruction(office, bill);
  const { answer } = await withMandate((mandate) =>
    payInFull(deps, {
      ...instruction,
      body: {
        processor: company.processor,
        quote: { amount, fee: fees[kind].fee },
        paymentInfo: { ...toSource(bill, kind), ...mandate },
      },
    }),
  );
  invariant(answer.paymentId, 'a payment has its id');
  return answer.paymentId;
}

async function plan(office: Office, bill: Bill): Promise<void> {
  const { deps, company } = office;
  const payable = payableNow(deps, bill.invoice, company);
  const { preference } = company;
  const count = offeredCounts({ preference, amountCents: payable.amount }).at(-1);
  invariant(count, 'the company offers plans');
  const { amountCents, feeCents, installments } = planTerms(deps, {
    payable,
    company,
    kind: 'card',
    count,
  });
  await startPlan(deps, {
    ...toInstruction(office, bill),
    body: {
      processor: company.processor,
      quote: { amount: amountCents, fee: feeCents },
      installments: installments.map(({ dueOn: date, costCents: cost }) => ({ date, cost })),
      isAutoChargeAgreed: true,
      paymentInfo: toSource(bill, 'card'),
    },
  });
}

const asStaff = <Result>({ deps, company }: Office, work: (tx: Tx) => Promise<Result>) =>
  deps.database.inCompany({ companyId: company.companyId, asProvider: true }, work);

/** A run makes the refunds of all companies, so each waits until the refund before it is made on its own day. */
async function refund(office: Office, attemptId: AttemptId, amount?: Cents): Promise<void> {
  const { deps, actor, refunds } = office;
  const input = { reason: 'Agreed by phone', ...(amount ? { amount } : {}) };
  refunds.last = refunds.last.then(async () => {
    await asStaff(office, (tx) => orderRefund(tx, deps, { actor, attemptId, input }));
    await makeRefunds(deps);
  });
  await refunds.last;
}

/** Changes the charge at the processor, and looks it up as a webhook would. */
async function happen(
  { deps, company: { companyId } }: Office,
  attemptId: AttemptId,
  event: (transactionId: string) => Promise<unknown>,
): Promise<void> {
  const key = { companyId, attemptId };
  const attempt = await deps.database.asSystem((tx) => findAttempt(tx, key));
  await event(attempt?.processorReference ?? '');
  await resolveAttempt(deps, key, 'webhook');
}

const TEXTS = {
  QUESTION: 'Does this amount already include the discount we talked about?',
  DISPUTE: 'I do not recognize one of the items and would like to see the details.',
} as const;

function inquire(office: Office, bill: Bill, kind: 'QUESTION' | 'DISPUTE') {
  const { requestId } = bill;
  const inquiry = { kind, text: TEXTS[kind] };
  return sendInquiry(office.deps, { principal: toPrincipal(office, bill), requestId, inquiry });
}

/** The first step is on the day of the story, and the others follow. */
function toSteps(office: Office, bill: Bill): Step[] {
  const { sandbox, company } = office;
  const { daysAgo, story } = bill;
  let paid: Promise<AttemptId> | undefined;
  const after = (days: number, run: (attemptId: AttemptId) => Promise<unknown>): Step => ({
    daysAgo: daysAgo - days,
    run: async () => paid && run(await paid),
  });
  const begin = (run: () => Promise<unknown>): Step => ({ daysAgo, run });
  const payBy = (kind: MethodRow['kind']) =>
    begin(() => {
      paid = pay(office, bill, kind);
      return paid;
    });
  const change = (event: (transactionId: string) => Promise<unknown>) => (attemptId: AttemptId) =>
    happen(office, attemptId, event);
  let disputeId = '';
  const chargeback = after(
    2,
    change(async (id) => {
      disputeId = await sandbox.dispute(id);
    }),
  );
  const won = after(
    5,
    change(() => sandbox.winDispute(disputeId)),
  );
  const settled = after(2, change(sandbox.settle));
  const returned = after(
    4,
    change((id) => sandbox.returnDebit(id, 'R01')),
  );
  switch (story) {
    case 'paid':
      return [payBy('card')];
    case 'debited':
      return [payBy('ach'), settled];
    case 'returned':
      return [payBy('ach'), settled, returned];
    case 'returnedThenPaid':
      return [
        payBy('ach'),
        settled,
        returned,
        { daysAgo: daysAgo - DAYS_TO_PAY_AGAIN, run: () => pay(office, bill, 'card') },
      ];
    case 'refunded':
      return [payBy('card'), after(1, (id) => refund(office, id))];
    case 'partlyRefunded':
      return [payBy('card'), after(1, (id) => refund(office, id, PART))];
    case 'planned':
      return [begin(() => plan(office, bill))];
    case 'asked':
      return [begin(() => inquire(office, bill, 'QUESTION'))];
    case 'disputed':
      return [begin(() => inquire(office, bill, 'DISPUTE'))];
    // Only Stripe reports the disputes of card payments.
    case 'chargedBack':
      return company.processor === 'stripe' ? [payBy('card'), chargeback] : [payBy('card')];
    case 'chargebackWon':
      return company.processor === 'stripe' ? [payBy('card'), chargeback, won] : [payBy('card')];
  }
}

async function loadBills(tx: Tx, company: CompanyRow, demo: DemoCompany): Promise<Bill[]> {
  const told = new Map(
    makeHistory(demo)
      .flatMap((customer) => customer.invoices)
      .flatMap((bill) => (bill.told ? [[bill.bill[0], bill.told] as const] : [])),
  );
  const { companyId } = company;
  const found = await tx
    .select({ invoice: invoices, requestId: requests.id })
    .from(invoices)
    .innerJoin(requests, references(requests.invoiceId, invoices))
    .where(and(eq(invoices.companyId, companyId), inArray(invoices.accountRef, [...told.keys()])));
  const methods = await tx
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.companyId, companyId));
  return found.flatMap(({ invoice, requestId }) => {
    const facts = told.get(invoice.accountRef);
    const own = methods.filter(({ customerId }) => customerId === invoice.customerId);
    return facts ? [{ invoice, requestId, methods: own, ...facts }] : [];
  });
}

async function openOffice(deps: Deps, shared: Shared, demo: DemoCompany) {
  const clock = fixedClock(deps.clock.now());
  const own = { ...deps, clock };
  const { company, staff, bills } = await deps.database.asSystem(async (tx) => {
    const found = await findCompanyByDomain(tx, demo.domain);
    invariant(found, 'the company is seeded');
    const [member] = await tx
      .select()
      .from(staffMembers)
      .where(eq(staffMembers.companyId, found.companyId))
      .orderBy(staffMembers.createdAt)
      .limit(1);
    return { company: found, staff: member, bills: await loadBills(tx, found, demo) };
  });
  const { companyId, timeZone } = company;
  const actor = { companyId, name: `staff:${staff?.id}` };
  const office = { ...shared, deps: own, company, actor };
  const steps = bills.flatMap((bill) => toSteps(office, bill));
  const today = deps.clock.today(timeZone);
  const toInstant = (daysAgo: number) =>
    localInstant({ date: addDays(today, -daysAgo), time: toTime(daysAgo), timeZone });
  clock.travelTo(toInstant(STORY_DAYS + 1));
  const settings = REMINDERS;
  await asStaff(office, (tx) => putReminderSettings(tx, own, { actor, settings }));
  const live = async (): Promise<void> => {
    for (const { daysAgo, run } of steps.sort((left, right) => right.daysAgo - left.daysAgo)) {
      clock.travelTo(toInstant(daysAgo));
      await run();
    }
  };
  return { company, live };
}

/** The emails of these stories have arrived, and no open page waits for their events. */
async function markDelivered({ database }: Deps): Promise<void> {
  await database.asSystem((tx) =>
    tx
      .update(outbox)
      .set({ deliveredAt: sql`${outbox.createdAt}` })
      .where(isNull(outbox.deliveredAt)),
  );
}

/** The sandbox has the charges of the stories only, so no payout can contain the others. */
async function beginPayouts({ database, clock }: Deps, companies: readonly CompanyRow[]) {
  const at = clock.now();
  const reads = companies.map(({ companyId, processor }) => ({
    companyId,
    processor,
    soughtUntil: at,
    nextReadAt: at,
  }));
  await database.asSystem((tx) => tx.insert(payoutReads).values(reads).onConflictDoNothing());
}

/** The start waits for all of this, so the companies do not wait for each other. */
export async function liveStories(
  deps: Deps,
  sandbox: SandboxControl,
  companies: readonly DemoCompany[],
): Promise<void> {
  const withPast = companies.filter((company) => makeHistory(company).length > 0);
  const shared: Shared = { sandbox, refunds: { last: Promise.resolve() } };
  const offices = await Promise.all(withPast.map((company) => openOffice(deps, shared, company)));
  await Promise.all([remindDaily(deps, withPast), ...offices.map(({ live }) => live())]);
  for (const { stripeId } of withPast) if (stripeId) await sandbox.payOut(stripeId);
  await beginPayouts(
    deps,
    offices.map(({ company }) => company),
  );
  await markDelivered(deps);
}
