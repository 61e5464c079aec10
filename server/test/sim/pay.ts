/** A payer at a public link: reads the amounts, submits, and may submit again. */

import { idempotencyKeySchema } from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import { cents } from '@quittance/contract/money';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { eq } from 'drizzle-orm';
import { payableNow } from '../../src/arrangements/payable-now.ts';
import { findCompany } from '../../src/companies/store.ts';
import {
  type CustomerPrincipal,
  type LinkPrincipal,
  type Principal,
  principalName,
} from '../../src/kernel/principal.ts';
import type { PaymentInstruction } from '../../src/payments/checkout/begin.ts';
import { payInFull } from '../../src/payments/checkout/pay-in-full.ts';
import {
  cancelChallenge,
  requestStatus,
} from '../../src/payments/reconciliation/request-status.ts';
import { invoices } from '../../src/schema/invoices.ts';
import type { KeyChoice, Pay } from './commands.ts';
import { uninstrumented } from './process.ts';
import { submit } from './promises.ts';
import type { Quote, RememberedQuote } from './seen.ts';
import type { SimInvoice, SimWorld } from './world.ts';

function toPrincipal(world: SimWorld, invoice: SimInvoice): LinkPrincipal {
  const { companyId, customerId } = world.company;
  const { linkId, requestId } = invoice;
  return { kind: 'link', linkId, companyId, customerId, requestId, mayPay: true, isDemo: false };
}

export const BROWSER = { remembered: null, acceptLanguage: undefined };

export const EVIDENCE = { ipAddress: '203.0.113.7', userAgent: 'simulator' };

export function toCustomer({ company, clock }: SimWorld): CustomerPrincipal {
  const { companyId, customerId } = company;
  const sessionId = companyId;
  const signedInAt = clock.now();
  return { kind: 'customer', sessionId, companyId, customerId, signedInAt, isDemo: false };
}

export function toPayer(world: SimWorld, invoice: SimInvoice, isCustomer: boolean): Principal {
  return isCustomer ? toCustomer(world) : toPrincipal(world, invoice);
}

/** Returns the amounts that the page shows and keeps showing. They are read without crash points. */
export async function shownBy(world: SimWorld, invoice: SimInvoice): Promise<Payable> {
  const { companyId } = world.company;
  const payable = await uninstrumented(() =>
    world.database.asSystem(async (tx) => {
      const [row] = await tx.select().from(invoices).where(eq(invoices.id, invoice.invoiceId));
      const company = await findCompany(tx, companyId);
      if (!row || !company) throw new Error('the world has its company and invoices');
      return payableNow(world.deps, row, company);
    }),
  );
  invoice.seen.push(payable);
  return payable;
}

function mandateShown(world: SimWorld, quote: Quote) {
  return mandateText(
    {
      purpose: 'FULL_AMOUNT',
      kind: 'ach',
      company: world.company,
      amountCents: cents(quote.amount),
      feeCents: cents(quote.fee),
      date: world.clock.today(world.timeZone),
      methodLast4: null,
    },
    WORDS.en,
  );
}

export type KeyedSubmit = Omit<RememberedQuote, 'scope'>;

export function rememberedFor(
  remembered: readonly RememberedQuote[],
  { key, scope }: { key: KeyChoice; scope: string },
): RememberedQuote | undefined {
  if (key === 'same') return remembered.findLast((each) => each.scope === scope);
  return key === 'others' ? remembered.findLast((each) => each.scope !== scope) : undefined;
}

function toSubmit(
  world: SimWorld,
  invoice: SimInvoice,
  { how, scope, payable }: { how: Pay; scope: string; payable: Payable },
): KeyedSubmit {
  const remembered = rememberedFor(invoice.remembered, { key: how.key, scope });
  if (remembered) return remembered;
  // The attached method of these invoices is a card.
  const attached = how.source === 'attached' && invoice.hasMethod ? invoice.methodId : undefined;
  const pmID = how.source === 'saved' ? world.savedCard : attached;
  const kind = pmID ? 'card' : how.kind;
  const { amount, fees } = (how.key === 'stale' && invoice.seen[0]) || payable;
  return { key: world.entropy.uuid(), quote: { amount, fee: fees[kind].fee }, kind, pmID };
}

export async function pay(world: SimWorld, invoice: SimInvoice, how: Pay): Promise<void> {
  const payable = await shownBy(world, invoice);
  const principal = toPayer(world, invoice, how.isCustomer);
  const scope = principalName(principal);
  const submitted = toSubmit(world, invoice, { how, scope, payable });
  const { quote, kind, pmID } = submitted;
  invoice.remembered.push({ ...submitted, scope });
  if (quote.amount < 1) return;
  const key = idempotencyKeySchema.parse(submitted.key);
  const command: PaymentInstruction = {
    principal,
    requestId: invoice.requestId,
    key,
    body: {
      processor: world.company.merchant.processor,
      quote: { amount: cents(quote.amount), fee: cents(quote.fee) },
      paymentInfo: {
        paymentType: kind,
        ...(pmID ? { pmID } : { token: `tok_${key}` }),
        ...(kind === 'ach' ? { achMandateText: mandateShown(world, quote) } : {}),
      },
    },
    evidence: EVIDENCE,
  };
  await submit(world, { principal, key, quote }, () => payInFull(world.deps, command));
}

export async function poll(world: SimWorld, invoice: SimInvoice, hasKey: boolean): Promise<void> {
  const last = hasKey ? invoice.remembered.at(-1)?.key : undefined;
  const { requestId } = invoice;
  const { payment } = await requestStatus(world.deps, {
    principal: toPrincipal(world, invoice),
    requestId,
    key: last === undefined ? undefined : idempotencyKeySchema.parse(last),
  });
  if (!payment?.id) return;
  const { rows } = await uninstrumented(() =>
    world.database.pool.query<{ type: string }>('select type from attempts where id = $1', [
      payment.id,
    ]),
  );
  if (rows[0]?.type === 'COMPENSATION')
    world.unexplained.push(`${payment.id} is shown as the newest payment (R105)`);
}

export async function cancelLastChallenge(world: SimWorld, invoice: SimInvoice): Promise<void> {
  const last = invoice.remembered.at(-1);
  if (!last) return;
  const isCustomer = last.scope === principalName(toCustomer(world));
  await cancelChallenge(world.deps, {
    principal: toPayer(world, invoice, isCustomer),
    requestId: invoice.requestId,
    key: idempotencyKeySchema.parse(last.key),
  });
}
