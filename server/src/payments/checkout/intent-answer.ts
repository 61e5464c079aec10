/** The response to the browser for an intent: its secret, and the terms that the payer accepts by confirming it. */
import { addCents } from '@quittance/contract/money';
import type { IntentAnswer } from '@quittance/contract/payments/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { requireProcessor } from '../../companies/require-company.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { Intent, IntentQuote } from '../../ledger/intents.ts';
import type { IntentOrder, Intents, Offered } from '../../processors/processor.ts';
import type { PaymentContext } from '../core/charge-terms.ts';
import { requireOwnRequest } from './open-fields.ts';

type IntentCaller = Parameters<typeof requireOwnRequest>[1];

const STRIPE_METHODS = { card: 'card', ach: 'us_bank_account' } as const satisfies Record<
  ChargeKind,
  IntentAnswer['paymentMethod']
>;

export function toKind(method: IntentAnswer['paymentMethod'] | undefined): ChargeKind | null {
  if (method === undefined) return null;
  return method === 'card' ? 'card' : 'ach';
}

/** Requires a processor that lets a browser confirm intents (R44), and a request that belongs to the caller. */
export async function requireIntents(deps: Deps, caller: IntentCaller): Promise<Intents> {
  await requireOwnRequest(deps, caller);
  const { companyId }: Principal = caller.principal;
  const { intents } = await requireProcessor(deps, { companyId, shown: null });
  if (!intents) throw new AppError('NOT_SUPPORTED_BY_PROCESSOR');
  return intents;
}

export function newestQuote({ quotes }: Pick<Intent, 'quotes'>): IntentQuote {
  const newest = quotes.at(-1);
  invariant(newest, 'an intent has a quote');
  return newest;
}

export function toOrder(
  { request, invoice, payer }: PaymentContext,
  { id: reference }: Pick<Intent, 'id'>,
  quote: IntentQuote,
): IntentOrder {
  return {
    reference,
    quote: quote.version,
    amountCents: addCents(quote.amountCents, quote.feeCents),
    kind: quote.kind,
    invoiceRef: invoice?.accountRef ?? request.id,
    payer,
    savesMethod: quote.savesMethodAs !== null,
  };
}

/** The secret is included in this response only. */
export function intentAnswer(intent: Intent, offered: Offered): IntentAnswer {
  const { amountCents, feeCents, kind, plan, mandateText } = newestQuote(intent);
  return {
    success: true,
    paymentIntent: {
      id: offered.processorReference,
      client_secret: offered.clientSecret.reveal(),
      amount: addCents(amountCents, feeCents),
      currency: 'usd',
    },
    paymentMethod: STRIPE_METHODS[kind],
    quote: { amount: amountCents, fee: feeCents },
    installments: (plan?.installments ?? []).map(({ dueOn: date, costCents: cost }) => ({
      date,
      cost,
    })),
    mandateText,
    expiresAt: intent.expiresAt,
  };
}
