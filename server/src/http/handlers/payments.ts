/** The payment calls under request/{id}. */
import { openFields } from '../../payments/open-fields.ts';
import { payInFull } from '../../payments/pay-in-full.ts';
import { requestStatus } from '../../payments/request-status.ts';
import type { Handlers } from '../call.ts';

export const paymentHandlers = {
  payInFull: async (
    deps,
    { principal, params, body, key, clientAddress, userAgent, setHeader },
  ) => {
    const evidence = { ipAddress: clientAddress, userAgent };
    const command = { principal, requestId: params.id, key, body, evidence };
    const { answer, isRepeat } = await payInFull(deps, command);
    if (isRepeat) setHeader('idempotency-hit', 'true');
    return answer;
  },
  openFields: (deps, { principal, params }) =>
    openFields(deps, { principal, requestId: params.id }),
  requestStatus: (deps, { principal, params, query }) =>
    requestStatus(deps, { principal, requestId: params.id, key: query.key }),
} satisfies Handlers;
