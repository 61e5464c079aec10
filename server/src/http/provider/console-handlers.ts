/** The calls that the console makes beside those of the other resources. */
import { providerPattern } from '@quittance/contract/provider/route';
import { PROVIDER_ROUTES } from '@quittance/contract/provider/routes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { listPlans, listSchedules } from '../../provider/console/arrangements.ts';
import {
  acknowledgeAttention,
  getAttentionCounts,
  listAttention,
} from '../../provider/console/attention.ts';
import { previewReminder } from '../../provider/console/preview-reminder.ts';
import {
  askProcessor,
  getProcessor,
  putProcessorKeys,
  recordTest,
} from '../../provider/console/processor-keys.ts';
import { checkContrast, computeFeeExample } from '../../provider/console/settings.ts';
import { getSummary } from '../../provider/console/summary.ts';
import { deleteView, getView, listViews, putView } from '../../provider/console/views.ts';
import { previewRefund } from '../../provider/payments/refunds.ts';
import { performCall } from '../../provider/perform-call.ts';
import { admission, requiredKeyOf, schemaOf } from './admit.ts';
import type { ProviderHandlers } from './call.ts';

type Names =
  | 'listAttention'
  | 'getAttentionCounts'
  | 'acknowledgeAttention'
  | 'listPlans'
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
  | 'putProcessorKeys';

export const CONSOLE_HANDLERS: Pick<ProviderHandlers, Names> = {
  listAttention: (tx, deps, { caller, query }) => listAttention(tx, caller, { deps, query }),
  getAttentionCounts: (tx, deps, { caller }) => getAttentionCounts(tx, deps, caller),
  acknowledgeAttention: (tx, deps, { caller, params, body }) =>
    acknowledgeAttention(tx, deps, { actor: caller, ...params, ...body }),

  listPlans: (tx, _deps, { caller, query }) => listPlans(tx, caller, query),
  listSchedules: (tx, _deps, { caller, query }) => listSchedules(tx, caller, query),
  previewRefund: (tx, _deps, { caller, params, body }) =>
    previewRefund(tx, caller, { attemptId: params.paymentId, input: body }),

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
};

/** The processor is asked before the transaction of the call begins. */
export function registerProcessorTest(api: FastifyInstance, deps: Deps): void {
  const route = PROVIDER_ROUTES.testProcessor;
  api.route({
    method: route.method,
    url: providerPattern(route.path),
    schema: schemaOf(route),
    preValidation: admission(deps, route),
    handler: async (request, reply) => {
      const { caller: actor } = request;
      if (!actor) throw new AppError('UNAUTHORIZED');
      const { processor } = route.params.parse(request.params);
      const tested = await askProcessor(deps, { actor, processor });
      const answer = await performCall(deps, {
        actor,
        isRead: false,
        key: requiredKeyOf(request, route),
        content: ['testProcessor', processor],
        status: 200,
        work: (tx) => recordTest(tx, deps, { actor, tested }),
      });
      return reply.send(answer);
    },
  });
}
