/** What every call that moves money has in common: the payer's command, and the answer to it. */
import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import type { SubmitAnswer } from '@quittance/contract/payments';
import type { PaymentInstruction } from '../../payments/checkout/begin.ts';
import type { Submitted } from '../../payments/checkout/submit-answer.ts';
import type { Principal } from '../../principal.ts';

type PayCall<Body> = {
  principal: Principal;
  params: { id: RequestId };
  body: Body;
  key: IdempotencyKey;
  clientAddress: string;
  userAgent: string;
};

export function payCommand<Body>(call: PayCall<Body>): PaymentInstruction<Body> {
  const { principal, params, body, key, clientAddress, userAgent } = call;
  const evidence = { ipAddress: clientAddress, userAgent };
  return { principal, requestId: params.id, key, body, evidence };
}

/** A repeated key is answered as the first time, and says so. */
export function answerPaid(
  { setHeader }: { setHeader(name: string, value: string): void },
  { answer, isRepeat }: Submitted,
): SubmitAnswer {
  if (isRepeat) setHeader('idempotency-hit', 'true');
  return answer;
}
