/** The customer pays a partial request, an accepted estimate, several invoices or a custom amount. */
import { idempotencyKeySchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { feeFor } from '@quittance/domain/checkout/fees';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { WORDS } from '@quittance/domain/texts/words';
import { findCompany } from '../../src/companies/store.ts';
import { principalName } from '../../src/kernel/principal.ts';
import { payEstimate } from '../../src/payments/checkout/pay-estimate.ts';
import { payOwnAmount } from '../../src/payments/checkout/pay-in-full.ts';
import { payInvoices } from '../../src/payments/checkout/pay-invoices.ts';
import { payPartial } from '../../src/payments/checkout/pay-partial.ts';
import type { PayRequest } from './commands.ts';
import { EVIDENCE, rememberedFor, shownBy, toCustomer } from './pay.ts';
import { uninstrumented } from './process.ts';
import { submit } from './promises.ts';
import type { RememberedQuote, RequestQuotes, SimRequest } from './seen.ts';
import type { SimWorld } from './world.ts';

const WAYS = {
  PARTIAL: payPartial,
  ESTIMATE: payEstimate,
  INVOICES: payInvoices,
  OWN_AMOUNT: payOwnAmount,
} as const;

async function readQuotes(world: SimWorld, { amountCents }: SimRequest): Promise<RequestQuotes> {
  const company = await uninstrumented(() =>
    world.database.asSystem((tx) => findCompany(tx, world.company.companyId)),
  );
  if (!company) throw new Error('the world has its company');
  const quoteFor = (kind: ChargeKind) => ({
    amount: amountCents,
    fee: feeFor({ kind, amountCents, company }).fee,
  });
  return { card: quoteFor('card'), ach: quoteFor('ach') };
}

export async function openRequestPages(world: SimWorld): Promise<void> {
  for (const request of world.requests) request.seen = await readQuotes(world, request);
}

async function readSubmit(
  world: SimWorld,
  { request, how }: { request: SimRequest; how: PayRequest },
): Promise<RememberedQuote> {
  const scope = principalName(toCustomer(world));
  const { kind, key } = how;
  const remembered = rememberedFor(request.remembered, { key, scope });
  if (remembered) return remembered;
  const shown = (key === 'stale' && request.seen) || (await readQuotes(world, request));
  return { key: world.entropy.uuid(), quote: shown[kind], kind, pmID: undefined, scope };
}

async function owedOnFirst(world: SimWorld): Promise<number> {
  const [invoice] = world.invoices;
  return invoice ? (await shownBy(world, invoice)).amount : 0;
}

const STRIPE_MIN_CENTS = 50;

/** R87: after a custom amount, the remainder is zero or large enough to charge. */
function expectPayableRest(
  { simulator, unexplained }: SimWorld,
  { kind }: SimRequest,
  rest: number,
): void {
  if (kind !== 'OWN_AMOUNT' || simulator.profile.name !== 'stripe') return;
  if (rest > 0 && rest < STRIPE_MIN_CENTS) unexplained.push(`an own amount leaves ${rest} cents`);
}

export async function payRequest(world: SimWorld, how: PayRequest): Promise<void> {
  const request = world.requests[how.request % Math.max(world.requests.length, 1)];
  if (!request) return;
  const submitted = await readSubmit(world, { request, how });
  request.remembered.push(submitted);
  const { quote, kind } = submitted;
  const principal = toCustomer(world);
  const key = idempotencyKeySchema.parse(submitted.key);
  const date = world.clock.today(world.timeZone);
  const { amount, fee } = { amount: cents(quote.amount), fee: cents(quote.fee) };
  const achMandateText = mandateText(
    {
      purpose: request.kind,
      kind: 'ach',
      company: world.company,
      amountCents: amount,
      feeCents: fee,
      date,
      methodLast4: null,
    },
    WORDS.en,
  );
  const run = WAYS[request.kind];
  const owed = await owedOnFirst(world);
  await submit(world, { principal, key, quote }, () =>
    run(world.deps, {
      principal,
      requestId: request.requestId,
      key,
      evidence: EVIDENCE,
      body: {
        processor: world.company.merchant.processor,
        quote: { amount, fee },
        paymentInfo: {
          paymentType: kind,
          token: `tok_${key}`,
          ...(kind === 'ach' ? { achMandateText } : {}),
        },
      },
    }),
  );
  if (how.key === 'fresh') expectPayableRest(world, request, owed - amount);
}
