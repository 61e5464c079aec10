// 3-D Secure: the issuer's challenge page, in a frame of Stripe's script or on its own page. The intent's client
// secret authorizes reading and completing the challenge.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isForeignOrigin } from '../../own-origin.ts';
import { parseInput, Refusal } from '../../refusal.ts';
import { planSettlement } from '../charges/settlement.ts';
import type { PaymentMethod, Store } from '../store.ts';
import { instrumentOutcome } from './instrument-outcomes.ts';
import { failIntent } from './intent-changes.ts';
import type { AnyIntent } from './intents.ts';
import { AUTHENTICATION_FAILED, recordCharge } from './payment-outcomes.ts';
import { finishSetup } from './setup-outcomes.ts';

const View = z.strictObject({ client_secret: z.string() });
const Result = View.extend({ outcome: z.enum(['complete', 'fail']) });

function readIntent(store: Store, request: FastifyRequest, clientSecret: string): AnyIntent {
  if (isForeignOrigin(request)) throw new Refusal(403, 'Not from this page');
  const [id = ''] = clientSecret.split('_secret_');
  const intent = store.paymentIntents.get(id) ?? store.setupIntents.get(id);
  if (intent?.clientSecret !== clientSecret) throw new Refusal(404, 'Challenge not found');
  return intent;
}

function isOpen({ status, nextAction }: AnyIntent): boolean {
  return status === 'requires_action' && nextAction?.type !== 'verify_with_microdeposits';
}

export function viewChallenge(store: Store, request: FastifyRequest) {
  const { client_secret } = parseInput(View, request.body);
  const intent = readIntent(store, request, client_secret);
  const method = store.paymentMethods.get(intent.paymentMethod ?? '');
  return {
    amountCents: intent.kind === 'payment_intent' ? intent.amount : null,
    merchant: store.accounts.get(intent.account)?.businessName ?? '',
    last4: method?.instrument.last4 ?? '',
    open: isOpen(intent),
  };
}

type ChallengeContext = { intent: AnyIntent; method: PaymentMethod };

function refuse(store: Store, { intent, method }: ChallengeContext): void {
  const code = `${intent.kind}_authentication_failure`;
  failIntent(store, intent, { ...AUTHENTICATION_FAILED, code, paymentMethod: method.id });
}

function accept(store: Store, { intent, method }: ChallengeContext): void {
  const isSetup = intent.kind === 'setup_intent';
  const outcome = instrumentOutcome(store, method, { isSetup, isAuthenticated: true });
  if (intent.kind === 'setup_intent') {
    if (outcome.kind !== 'declined') finishSetup(store, { intent, method });
    else {
      const error = { ...outcome.decline, type: 'card_error', paymentMethod: method.id } as const;
      failIntent(store, intent, error);
    }
  } else if (outcome.kind === 'approved' || outcome.kind === 'declined') {
    planSettlement(store, recordCharge(store, { intent, method }, outcome));
  }
}

/** Reports only whether the payer was authenticated, not whether the payment succeeded. */
export function answerChallenge(store: Store, request: FastifyRequest) {
  const { client_secret, outcome } = parseInput(Result, request.body);
  const intent = readIntent(store, request, client_secret);
  const method = store.paymentMethods.get(intent.paymentMethod ?? '');
  if (!isOpen(intent) || method === undefined) {
    throw new Refusal(409, 'This challenge has already been answered');
  }
  if (outcome === 'fail') refuse(store, { intent, method });
  else accept(store, { intent, method });
  return { success: outcome === 'complete' };
}
