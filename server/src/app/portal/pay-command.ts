/** What every payment call has in common: the payer's command and the answer to it. */
import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import type { Principal } from '../../kernel/principal.ts';
import type { PaymentInstruction } from '../../payments/checkout/begin.ts';

type PayCall<Body> = {
  principal: Principal;
  params: { id: RequestId };
  body: Body;
  key: IdempotencyKey;
  evidence: PaymentInstruction<unknown>['evidence'];
};

export function payCommand<Body>(call: PayCall<Body>): PaymentInstruction<Body> {
  const { principal, params, body, key, evidence } = call;
  return { principal, requestId: params.id, key, body, evidence };
}

/** A repeated idempotency key gets the first answer, marked by a header. */
export function paymentAnswer<Answer>(
  { setHeader }: { setHeader(name: string, value: string): void },
  { answer, isRepeat }: { answer: Answer; isRepeat: boolean },
): Answer {
  if (isRepeat) setHeader('idempotency-hit', 'true');
  return answer;
}
