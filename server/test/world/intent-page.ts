/** A page that gets an intent from our server and confirms it in the browser, directly at Stripe (R44). */
import { intentAnswerSchema } from '@quittance/contract/payments/portal-schemas';
import { z } from 'zod';
import * as stripe from '../processors/stripe-browser.ts';
import type { TestCompany } from './company.ts';
import type { Answer, Caller } from './signed-in.ts';
import { CARDS } from './test-numbers.ts';
import type { World } from './world.ts';

const confirmedSchema = z.object({
  status: z.string().optional(),
  error: z.object({ code: z.string() }).optional(),
});

export type IntentWay = 'pay/intent' | 'schedule-payment/pay';

export async function openIntentPage(
  { sandbox }: World,
  { caller, company, requestId }: { caller: Caller; company: TestCompany; requestId: string },
  way: IntentWay = 'pay/intent',
) {
  const answer = await caller.call({ method: 'GET', path: `request/${requestId}/${way}` });
  const shown = intentAnswerSchema.parse(answer);
  const { id, client_secret: secret } = shown.paymentIntent;
  const at = { url: sandbox.url, publishableKey: company.merchant.publicKey };
  return {
    shown,
    change: (body: { paymentMethod?: string; installments?: number }): Promise<Answer> =>
      caller.call({
        method: 'PUT',
        path: `request/${requestId}/intent`,
        body: { paymentIntent: id, ...body },
      }),
    async confirm(typed: { card?: string; bank?: string } = {}): Promise<string> {
      const method = typed.bank
        ? stripe.chosenAccount(typed.bank)
        : stripe.typedCard(typed.card ?? CARDS.pays);
      const confirmed = await stripe.confirmIntent(at, secret, method);
      const { status, error } = confirmedSchema.parse(confirmed);
      return error?.code ?? status ?? 'unknown';
    },
  };
}
