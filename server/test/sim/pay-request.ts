/** The customer pays a partial request or an accepted estimate. */
import { idempotencyKeySchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { feeFor } from '@quittance/domain/checkout/fees';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { payEstimate } from '../../src/payments/checkout/pay-estimate.ts';
import { payPartial } from '../../src/payments/checkout/pay-partial.ts';
import { principalName } from '../../src/principal.ts';
import { findCompany } from '../../src/storage/billing/companies.ts';
import type { PayRequest } from './commands.ts';
import { customerOf, EVIDENCE, rememberedFor } from './pay.ts';
import { uninstrumented } from './process.ts';
import { submit } from './promises.ts';
import type { SimRequest } from './seen.ts';
import type { SimWorld } from './world.ts';

async function submitOf(
  world: SimWorld,
  { request, how }: { request: SimRequest; how: PayRequest },
) {
  const scope = principalName(customerOf(world));
  const remembered = rememberedFor(request.remembered, { key: how.key, scope });
  if (remembered) return remembered;
  const company = await uninstrumented(() =>
    world.database.asSystem((tx) => findCompany(tx, world.company.companyId)),
  );
  if (!company) throw new Error('the world has its company');
  const { kind } = how;
  const { amountCents: amount } = request;
  const shown = { amount, fee: feeFor({ kind, amountCents: amount, company }).fee };
  const stale = request.remembered.find((each) => each.kind === kind)?.quote;
  const quote = (how.key === 'stale' && stale) || shown;
  return { key: world.entropy.uuid(), quote, kind, isSaved: false, scope };
}

export async function payRequest(world: SimWorld, how: PayRequest): Promise<void> {
  const request = world.requests[how.request % Math.max(world.requests.length, 1)];
  if (!request) return;
  const submitted = await submitOf(world, { request, how });
  request.remembered.push(submitted);
  const { quote, kind } = submitted;
  const principal = customerOf(world);
  const key = idempotencyKeySchema.parse(submitted.key);
  const date = world.clock.today(world.timeZone);
  const { amount, fee } = { amount: cents(quote.amount), fee: cents(quote.fee) };
  const achMandateText = mandateText({
    ...{ purpose: request.kind, kind: 'ach', companyName: world.company.name },
    ...{ amountCents: amount, feeCents: fee, date, methodLast4: null },
  });
  const run = request.kind === 'PARTIAL' ? payPartial : payEstimate;
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
}
