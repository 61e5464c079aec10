// The 3-D Secure challenge page in a frame of the merchant's page. As published by Cardinal, the merchant's page
// posts a form with the token as "JWT" to the step-up URL, and a "stepUp.completion" message reports the end of the
// challenge, never its result.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isForeignOrigin } from '../../own-origin.ts';
import { parseInput, Refusal } from '../../refusal.ts';
import { centsToText } from '../api/amount.ts';
import type { Authentication, Store } from '../store.ts';

export const STEP_UP_PATH = '/fiserv/3ds/step-up';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The token has the published format. The sandbox checks the secret inside it instead of a signature. */
export function challengeToken({ transactionId, challengeSecret }: Authentication): string {
  const payload = { TransactionId: transactionId, Payload: { Secret: challengeSecret } };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

const Challenge = z.object({
  TransactionId: z.string(),
  Payload: z.object({ Secret: z.string() }),
});

function readToken(token: string): z.infer<typeof Challenge> {
  try {
    const [, payload = ''] = token.split('.');
    return Challenge.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  } catch {
    throw new Refusal(400, 'This is not a challenge');
  }
}

function findChallenge(store: Store, token: string): Authentication {
  const { TransactionId, Payload } = readToken(token);
  const found = store.authentications.get(TransactionId);
  if (found === undefined || found.challengeSecret !== Payload.Secret) {
    throw new Refusal(404, 'Challenge not found');
  }
  return found;
}

const Question = z.strictObject({ token: z.string() });
const Decision = z.strictObject({ token: z.string(), outcome: z.enum(['complete', 'fail']) });

function requireOwnPage(request: FastifyRequest): void {
  if (isForeignOrigin(request)) throw new Refusal(403, 'Only the challenge page may call this');
}

export function viewChallenge(store: Store, request: FastifyRequest) {
  requireOwnPage(request);
  const { token } = parseInput(Question, request.body);
  const { amountCents, merchantId, instrument, status, transactionId } = findChallenge(
    store,
    token,
  );
  return {
    amount: centsToText(amountCents),
    currency: 'USD',
    merchant: merchantId,
    last4: instrument.last4,
    open: status === 'waiting',
    transactionId: transactionId.slice(0, 20),
  };
}

export function answerChallenge(store: Store, request: FastifyRequest) {
  requireOwnPage(request);
  const { token, outcome } = parseInput(Decision, request.body);
  const challenge = findChallenge(store, token);
  if (challenge.status === 'waiting') {
    challenge.status = outcome === 'complete' ? 'authenticated' : 'failed';
  }
  return { decided: true };
}
