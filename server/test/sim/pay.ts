/** A payer at a public link: reads the amounts, submits, and may submit again. */
import { idempotencyKeySchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { Payable } from '@quittance/contract/schemas/invoices';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { eq } from 'drizzle-orm';
import type { PaymentInstruction } from '../../src/payments/checkout/begin.ts';
import { payInFull } from '../../src/payments/checkout/pay-in-full.ts';
import { payableNow } from '../../src/payments/core/payable-now.ts';
import { requestStatus } from '../../src/payments/reconciliation/request-status.ts';
import type { LinkPrincipal } from '../../src/principal.ts';
import { findCompany } from '../../src/storage/billing/companies.ts';
import { invoices } from '../../src/storage/schema/invoices.ts';
import type { Pay } from './commands.ts';
import { uninstrumented } from './process.ts';
import type { SimInvoice, SimWorld } from './world.ts';

export function principalOf(world: SimWorld, invoice: SimInvoice): LinkPrincipal {
  const { companyId, customerId } = world.company;
  const { linkId, requestId } = invoice;
  return { kind: 'link', linkId, companyId, customerId, requestId, mayPay: true };
}

/** The amounts the page shows. Read by the harness, so without crash points. */
export function shownBy(world: SimWorld, invoice: SimInvoice): Promise<Payable> {
  const { companyId } = world.company;
  return uninstrumented(() =>
    world.database.asSystem(async (tx) => {
      const [row] = await tx.select().from(invoices).where(eq(invoices.id, invoice.invoiceId));
      const company = await findCompany(tx, companyId);
      if (!row || !company) throw new Error('the world has its company and invoices');
      return payableNow(world.deps, row, company);
    }),
  );
}

function mandateShown(world: SimWorld, quote: { amount: number; fee: number }, isSaved: boolean) {
  return mandateText({
    purpose: 'FULL_AMOUNT',
    kind: 'ach',
    companyName: world.company.name,
    amountCents: cents(quote.amount),
    feeCents: cents(quote.fee),
    date: world.clock.today('America/New_York'),
    methodLast4: isSaved ? '4242' : null,
  });
}

export async function pay(world: SimWorld, invoice: SimInvoice, how: Pay): Promise<void> {
  const payable = await shownBy(world, invoice);
  const remembered = how.key === 'fresh' ? undefined : invoice.remembered.at(-1);
  const key = (how.key === 'same' && remembered?.key) || world.entropy.uuid();
  // The attached method of these invoices is a card.
  const isSaved = how.source === 'attached';
  const kind = isSaved ? 'card' : how.kind;
  const quote = remembered?.quote ?? { amount: payable.amount, fee: payable.fees[kind].fee };
  invoice.remembered.push({ key, quote });
  if (quote.amount < 1) return;
  const command: PaymentInstruction = {
    principal: principalOf(world, invoice),
    requestId: invoice.requestId,
    key: idempotencyKeySchema.parse(key),
    body: {
      processor: world.company.merchant.processor,
      quote: { amount: cents(quote.amount), fee: cents(quote.fee) },
      paymentInfo: {
        paymentType: kind,
        ...(isSaved ? { pmID: invoice.methodId } : { token: `tok_${key}` }),
        ...(kind === 'ach' ? { achMandateText: mandateShown(world, quote, isSaved) } : {}),
      },
    },
    evidence: { ipAddress: '203.0.113.7', userAgent: 'simulator' },
  };
  await payInFull(world.deps, command);
}

export async function poll(world: SimWorld, invoice: SimInvoice, hasKey: boolean): Promise<void> {
  const last = hasKey ? invoice.remembered.at(-1)?.key : undefined;
  await requestStatus(world.deps, {
    principal: principalOf(world, invoice),
    requestId: invoice.requestId,
    key: last === undefined ? undefined : idempotencyKeySchema.parse(last),
  });
}
