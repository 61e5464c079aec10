/** Stories about the calendar: a plan over a year, and auto-pay. */
import { isoDate } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import { cents } from '@quittance/contract/money';
import { addMs } from '@quittance/server/kernel/clock';
import { localInstant } from '../../local-instant.ts';
import { type IssuedInvoice, issueInvoice } from './company.ts';
import { signIn, switchAutoPayOn } from './customer.ts';
import { readInvoice, startPlan } from './payer.ts';
import { expectCharges, type Stage, StoryFailed, say, until, untilBothAgree } from './stage.ts';

/** A new email address can be used to sign in only after a day. */
const PROBATION_MS = 25 * 3_600_000;
const INSTALLMENTS = 12;
const DECLINED = 4;
/** An upper limit: a plan never needs this many moves, even with retries of declined installments. */
const MOVES_MAX = 30;

type Installment = {
  index: number;
  status: string;
  attempt_on: string;
  tries: number;
  cost_cents: string;
};

async function findInstallments(
  { pool }: Stage,
  { reference }: IssuedInvoice,
): Promise<Installment[]> {
  const { rows } = await pool.query<Installment>(
    `select s.index, s.status, to_char(s.attempt_on, 'YYYY-MM-DD') as attempt_on, s.tries, s.cost_cents
     from installments s join plans p on p.company_id = s.company_id and p.id = s.plan_id
     join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
     where i.account_ref = $1 order by s.index`,
    [reference],
  );
  return rows;
}

const isOpen = ({ status }: Installment) => status === 'OPEN' || status === 'FAILED';

async function passUntilCharged(stage: Stage, next: Installment): Promise<void> {
  const date = isoDate(next.attempt_on);
  await stage.travel.travelTo(localInstant({ date, time: '10:10', timeZone: 'America/Chicago' }));
}

function toOutcome(before: Installment, after: Installment | undefined): string {
  const amount = formatMoney(cents(Number(before.cost_cents)));
  if (after && isOpen(after)) {
    return `is declined. The customer is mailed, and it is tried again on ${after.attempt_on}.`;
  }
  const charged = `${amount} are charged`;
  return before.tries > 0
    ? `is tried again, and ${charged}.`
    : `was announced by mail, and ${charged}.`;
}

export async function payByPlan(stage: Stage): Promise<void> {
  const invoice = await issueInvoice(stage, {
    domain: 'northwind',
    title: 'Kitchen extension',
    totalCents: 600_000,
    dueInDays: 10,
    customer: ['Emil', 'Varga'],
  });
  say(
    stage,
    `Northwind Builders bills $6,000.00 to ${invoice.customer.name}: invoice ${invoice.reference}.`,
  );
  const { status, body } = await startPlan(stage, invoice, INSTALLMENTS);
  if (status >= 400) throw new StoryFailed(`The plan was refused: ${String(body['message'])}`);
  say(stage, 'He agrees to twelve monthly installments. The first one is charged at once.');
  await until(stage, 'the first installment', async () => {
    const parts = await findInstallments(stage, invoice);
    return parts.length === INSTALLMENTS && !isOpen(parts[0] as Installment); // because there are twelve
  });
  for (let moves = 0; moves < MOVES_MAX; moves += 1) {
    const next = (await findInstallments(stage, invoice)).find(isOpen);
    if (!next) break;
    if (next.index === DECLINED && next.tries === 0) {
      await stage.sandbox.inject({ processor: 'stripe', operation: 'sale', fault: 'decline' });
    }
    await passUntilCharged(stage, next);
    const after = (await findInstallments(stage, invoice)).find(
      ({ index }) => index === next.index,
    );
    say(stage, `Installment ${next.index} of ${INSTALLMENTS} ${toOutcome(next, after)}`);
  }
  await expectCharges(stage, invoice.reference, INSTALLMENTS);
  say(
    stage,
    'A year has passed: twelve charges, one of them at the second try, and nothing is owed.',
  );
  await untilBothAgree(stage, invoice.reference);
}

export async function payByAutoPay(stage: Stage): Promise<void> {
  const invoice = await issueInvoice(stage, {
    domain: 'harbor',
    title: 'Annual check-up',
    totalCents: 22_000,
    dueInDays: 10,
    customer: ['Fay', 'Lindgren'],
  });
  say(
    stage,
    `${invoice.customer.name} is a new customer, with invoice ${invoice.reference}, due in ten days.`,
  );
  // A newly added address cannot be used to sign in yet (R20).
  await stage.travel.travelTo(addMs(stage.clock.now(), PROBATION_MS));
  say(stage, 'A day later, when her new address may be used for it, she asks for a sign-in mail.');
  const authorization = await signIn(stage, invoice);
  say(stage, 'The link in the mail signs her in.');
  await switchAutoPayOn(stage, invoice, authorization);
  say(stage, 'She saves a card and switches auto-pay on. Nothing is charged now.');
  const { dueDate } = await readInvoice(stage, invoice);
  await stage.travel.travelTo(
    localInstant({ date: dueDate, time: '10:10', timeZone: 'America/New_York' }),
  );
  await until(stage, 'the auto-pay charge', async () => {
    const { status } = await readInvoice(stage, invoice);
    return status === 'COLLECTED';
  });
  const mails = await stage.sandbox.mails({ to: invoice.customer.email });
  say(
    stage,
    `Three days before the due date she is told, and on it the card is charged. Mails to her: ${mails.length}.`,
  );
  await untilBothAgree(stage, invoice.reference);
  await expectCharges(stage, invoice.reference, 1);
  say(stage, 'Our ledger and their records agree: one charge, the same amount.');
}
