/** A payer with credit: it pays before a card is charged with the rest, or alone (R117). */
import { idempotencyKeySchema } from '@quittance/contract/ids';
import { cents, minCents, subtractCents } from '@quittance/contract/money';
import { feeFor } from '@quittance/domain/checkout/fees';
import { findCompany } from '../../src/companies/store.ts';
import { findCustomer } from '../../src/customers/store.ts';
import type { Principal } from '../../src/kernel/principal.ts';
import { payByCredit, payInFull } from '../../src/payments/checkout/pay-in-full.ts';
import type { PayWithCredit } from './commands.ts';
import { EVIDENCE, shownBy, toPayer } from './pay.ts';
import { uninstrumented } from './process.ts';
import { submit } from './promises.ts';
import type { SimInvoice, SimWorld } from './world.ts';

/** The page shows the credit of the customer, and what is owed. */
async function readPage(world: SimWorld, invoice: SimInvoice) {
  const payable = await shownBy(world, invoice);
  const { companyId, customerId } = world.company;
  const [company, customer] = await uninstrumented(() =>
    world.database.asSystem((tx) =>
      Promise.all([findCompany(tx, companyId), findCustomer(tx, { companyId, customerId })]),
    ),
  );
  if (!company || !customer) throw new Error('the world has its company and customer');
  return { company, payable, creditCents: customer.creditCents };
}

async function payRest(
  world: SimWorld,
  { requestId }: SimInvoice,
  paid: { principal: Principal; credit: number; quote: { amount: number; fee: number } },
): Promise<void> {
  const { principal, credit } = paid;
  const quote = { amount: cents(paid.quote.amount), fee: cents(paid.quote.fee) };
  const key = idempotencyKeySchema.parse(world.entropy.uuid());
  const { processor } = world.company.merchant;
  const paymentInfo = { paymentType: 'card' as const, token: `tok_${key}` };
  const body = { processor, quote, credit: cents(credit), paymentInfo };
  const instruction = { principal, requestId, key, body, evidence: EVIDENCE };
  await submit(world, { principal, key, quote }, () => payInFull(world.deps, instruction));
}

export async function payWithCredit(
  world: SimWorld,
  invoice: SimInvoice,
  { isCustomer }: PayWithCredit,
): Promise<void> {
  const { company, payable, creditCents } = await readPage(world, invoice);
  const credit = minCents(creditCents, payable.amount);
  if (credit === 0) return;
  const principal = toPayer(world, invoice, isCustomer);
  const { requestId } = invoice;
  const amount = subtractCents(payable.amount, credit);
  if (amount === 0) await payByCredit(world.deps, { principal, requestId, amountCents: credit });
  else {
    const { fee } = feeFor({ kind: 'card', amountCents: amount, company });
    await payRest(world, invoice, { principal, credit, quote: { amount, fee } });
  }
  if (!isCustomer) world.unexplained.push(`${requestId} was paid with credit by a public link`);
}
