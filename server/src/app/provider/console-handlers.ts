/** The calls that the console makes beside those of the other resources. */
import { providerPattern } from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  listPlanInstallments,
  listPlans,
  listSchedules,
} from '../../arrangements/list-arrangements.ts';
import {
  askProcessor,
  getProcessor,
  putProcessorKeys,
  recordTest,
} from '../../companies/processor-keys.ts';
import { checkContrast, computeFeeExample } from '../../companies/settings.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { refundCharge } from '../../payments/reconciliation/refund-charge.ts';
import { releaseHold } from '../../payments/reconciliation/release-hold.ts';
import { previewRefund } from '../../payments/refunds/order-refund.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import {
  acknowledgeAttention,
  getAttentionCounts,
  listAttention,
} from '../../reports/attention.ts';
import { getSummary } from '../../reports/summary.ts';
import { deleteView, getView, listViews, putView } from '../../reports/views.ts';
import { previewReminder } from '../../requests/preview-reminder.ts';
import { admission, requiredKeyOf, schemaOf } from './admit.ts';
import type { ProviderHandlers } from './call.ts';
import { type PerformedCall, performCall } from './perform-call.ts';

type Names =
  | 'listAttention'
  | 'getAttentionCounts'
  | 'acknowledgeAttention'
  | 'listPlans'
  | 'listInstallments'
  | 'listSchedules'
  | 'previewRefund'
  | 'getSummary'
  | 'listViews'
  | 'getView'
  | 'putView'
  | 'deleteView'
  | 'computeFeeExample'
  | 'checkContrast'
  | 'previewReminder'
  | 'getProcessor'
  | 'putProcessorKeys'
  | 'releaseCharges';

export const CONSOLE_HANDLERS: Pick<ProviderHandlers, Names> = {
  listAttention: (tx, deps, { caller, query }) => listAttention(tx, caller, { deps, query }),
  getAttentionCounts: (tx, deps, { caller }) => getAttentionCounts(tx, deps, caller),
  acknowledgeAttention: (tx, deps, { caller, params, body }) =>
    acknowledgeAttention(tx, deps, { actor: caller, ...params, ...body }),

  listPlans: (tx, _deps, { caller, query }) => listPlans(tx, caller, query),
  listInstallments: (tx, _deps, { caller, params }) =>
    listPlanInstallments(tx, { companyId: caller.companyId, ...params }),
  listSchedules: (tx, _deps, { caller, query }) => listSchedules(tx, caller, query),
  previewRefund: (tx, deps, { caller, params, body }) =>
    previewRefund(tx, deps, { actor: caller, attemptId: params.paymentId, input: body }),

  getSummary: (tx, deps, { caller, query }) => getSummary(tx, deps, { actor: caller, query }),
  listViews: (tx, _deps, { caller }) => listViews(tx, caller),
  getView: (tx, _deps, { caller, params }) => getView(tx, { actor: caller, ...params }),
  putView: (tx, deps, { caller, params, body }) =>
    putView(tx, deps, { actor: caller, ...params, input: body }),
  deleteView: (tx, deps, { caller, params }) => deleteView(tx, deps, { actor: caller, ...params }),

  computeFeeExample: (tx, _deps, { caller, body }) => computeFeeExample(tx, caller, body),
  previewReminder: (tx, deps, { caller, body }) =>
    previewReminder(tx, deps, { actor: caller, question: body }),
  checkContrast: async (_tx, _deps, { body }) => checkContrast(body),
  getProcessor: (_tx, deps, { caller, params }) => getProcessor(deps, { actor: caller, ...params }),
  putProcessorKeys: (tx, deps, { caller, params, body }) =>
    putProcessorKeys(tx, deps, { actor: caller, ...params, keys: body }),
  releaseCharges: (tx, deps, { caller, body }) => releaseHold(tx, deps, { actor: caller, ...body }),
};

type ProcessorCall = {
  name: 'testProcessor' | 'refundCharge';
  call(actor: Actor, request: FastifyRequest): Promise<PerformedCall['work']>;
};

/** The processor is called before the transaction of the call begins. */
function registerProcessorCall(
  api: FastifyInstance,
  deps: Deps,
  { name, call }: ProcessorCall,
): void {
  const route = PROVIDER_ROUTES[name];
  api.route({
    method: route.method,
    url: providerPattern(route.path),
    schema: schemaOf(route),
    preValidation: admission(deps, route),
    handler: async (request, reply) => {
      const { caller: actor, params, body } = request;
      if (!actor) throw new AppError('UNAUTHORIZED');
      const key = requiredKeyOf(request, route);
      const work = await call(actor, request);
      const performed = { actor, isRead: false, key, content: [name, params, body], status: 200 };
      return reply.send(await performCall(deps, { ...performed, work }));
    },
  });
}

export function registerProcessorCalls(api: FastifyInstance, deps: Deps): void {
  registerProcessorCall(api, deps, {
    name: 'testProcessor',
    async call(actor, { params }) {
      const { processor } = PROVIDER_ROUTES.testProcessor.params.parse(params);
      const tested = await askProcessor(deps, { actor, processor });
      return (tx) => recordTest(tx, deps, { actor, tested });
    },
  });
  registerProcessorCall(api, deps, {
    name: 'refundCharge',
    async call(actor, { params, body }) {
      const { refundCharge: route } = PROVIDER_ROUTES;
      const order = { actor, ...route.params.parse(params), ...route.body.parse(body) };
      const refunded = await refundCharge(deps, order);
      return async () => refunded;
    },
  });
}
