// Manually entered bank accounts are verified by microdeposits: the payer enters the descriptor code or the two
// amounts, and the debit starts. Published test values: 32 and 45 cents or SM11AA succeed, 10 and 11 or SM33CC
// exceed the allowed attempts, 40 and 41 or SM44DD time out.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseInput } from '../../refusal.ts';
import { type ApiError, invalid, missing } from '../api/api-error.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import { planSettlement } from '../charges/settlement.ts';
import type { NextAction, PaymentMethod, Store } from '../store.ts';
import { failIntent, putIntent } from './intent-changes.ts';
import { type AnyIntent, findPaymentIntent, findSetupIntent, showIntent } from './intents.ts';
import { startDebit } from './payment-outcomes.ts';
import { finishSetup } from './setup-outcomes.ts';

const ATTEMPTS_MAX = 10;
const EXPIRES_AFTER_MS = 10 * 86_400_000;

const PREFIX = 'payment_method_microdeposit';
const CODES = {
  failed: [`${PREFIX}_failed`, 'Microdeposit transfers failed. Please check the account details.'],
  timeout: [
    `${PREFIX}_verification_timeout`,
    'Microdeposit verification timeout. Customer has not verified their bank account within the ' +
      'required 10 day period.',
  ],
  exceeded: [
    `${PREFIX}_verification_attempts_exceeded`,
    'You have exceeded the number of allowed verification attempts.',
  ],
  amounts: [
    `${PREFIX}_verification_amounts_mismatch`,
    'The amounts provided do not match the amounts that were sent to the bank account.',
  ],
  descriptor: [
    `${PREFIX}_verification_descriptor_code_mismatch`,
    'The verification code provided does not match the one sent to the bank account.',
  ],
} as const;
type Problem = keyof typeof CODES;

type PendingVerification = { intent: AnyIntent; action: Extract<NextAction, { attempts: number }> };

function findPendingVerification(intent: AnyIntent | undefined): PendingVerification | undefined {
  const action = intent?.nextAction;
  if (intent?.status !== 'requires_action') return undefined;
  return action?.type === 'verify_with_microdeposits' ? { intent, action } : undefined;
}

function giveUp(store: Store, { intent }: PendingVerification, problem: Problem): AnyIntent {
  const [code, message] = CODES[problem];
  const type = 'invalid_request_error' as const;
  const error = { type, code, message, paymentMethod: intent.paymentMethod };
  return failIntent(store, intent, error);
}

function current(store: Store, id: string): AnyIntent | undefined {
  return store.paymentIntents.get(id) ?? store.setupIntents.get(id);
}

/** Schedules the timeout of the verification, and the failing deposits to one of the test accounts. */
export function planMicrodeposits<Intent extends AnyIntent>(store: Store, intent: Intent): Intent {
  const waiting = findPendingVerification(intent);
  const method = store.paymentMethods.get(intent.paymentMethod ?? '');
  if (waiting === undefined || method?.instrument.kind !== 'bank') return intent;
  const isLost = method.instrument.scenario === 'microdeposits_fail';
  const atMs = isLost
    ? waiting.action.arrivalDate * 1000
    : intent.created * 1000 + EXPIRES_AFTER_MS;
  store.clock.at(atMs, () => {
    const still = findPendingVerification(current(store, intent.id));
    if (still !== undefined) giveUp(store, still, isLost ? 'failed' : 'timeout');
  });
  return intent;
}

const Evidence = z.object({
  amounts: z.array(z.number()).optional(),
  descriptor_code: z.string().optional(),
});
type Evidence = z.infer<typeof Evidence>;

const RIGHT = ['32,45', 'SM11AA'];
const EXCEEDED = ['10,11', 'SM33CC'];
const TOO_LATE = ['40,41', 'SM44DD'];

function problemIn({ amounts, descriptor_code: code }: Evidence, attempts: number): Problem | null {
  const given = code ?? [...(amounts ?? [])].sort((left, right) => left - right).join(',');
  if (RIGHT.includes(given)) return null;
  if (TOO_LATE.includes(given)) return 'timeout';
  if (EXCEEDED.includes(given) || attempts + 1 >= ATTEMPTS_MAX) return 'exceeded';
  return code === undefined ? 'amounts' : 'descriptor';
}

function begin(store: Store, intent: AnyIntent, method: PaymentMethod): AnyIntent {
  const verified = store.paymentMethods.put({ ...method, isVerified: true });
  if (intent.kind === 'setup_intent') return finishSetup(store, { intent, method: verified });
  return planSettlement(store, startDebit(store, { intent, method: verified }));
}

function countAttempt(store: Store, { intent, action }: PendingVerification): void {
  const nextAction = { ...action, attempts: action.attempts + 1 };
  putIntent(store, { ...intent, nextAction });
}

function refusal(problem: Problem): ApiError {
  const [code, message] = CODES[problem];
  return invalid(message, { code });
}

function verify(store: Store, id: string, evidence: Evidence): AnyIntent {
  const waiting = findPendingVerification(current(store, id));
  const method = store.paymentMethods.get(waiting?.intent.paymentMethod ?? '');
  if (waiting === undefined || method === undefined) {
    throw invalid('This intent does not wait for microdeposits.', { code: 'intent_invalid_state' });
  }
  const problem = problemIn(evidence, waiting.action.attempts);
  if (problem === null) return begin(store, waiting.intent, method);
  if (problem === 'timeout' || problem === 'exceeded') giveUp(store, waiting, problem);
  else countAttempt(store, waiting);
  throw refusal(problem);
}

function prepare(call: Call, intent: AnyIntent): PreparedOperation {
  const evidence = Evidence.parse(call.params);
  if ((evidence.amounts === undefined) === (evidence.descriptor_code === undefined)) {
    throw invalid('You must provide either amounts or descriptor_code.', {
      code: 'parameter_missing',
    });
  }
  return { execute: () => showIntent(call, verify(call.store, intent.id, evidence)) };
}

export const verifyPaymentMicrodeposits = (call: Call) => prepare(call, findPaymentIntent(call));
export const verifySetupMicrodeposits = (call: Call) => prepare(call, findSetupIntent(call));

const PageBody = z.strictObject({
  client_secret: z.string(),
  descriptor_code: z.string().optional(),
  amounts: z.array(z.number().int()).length(2).optional(),
});

export function answerMicrodepositsPage(store: Store, request: FastifyRequest) {
  const { client_secret, ...evidence } = parseInput(PageBody, request.body);
  const [id = ''] = client_secret.split('_secret_');
  const intent = current(store, id);
  if (intent?.clientSecret !== client_secret) throw missing('intent', id);
  return { status: verify(store, id, evidence).status };
}
