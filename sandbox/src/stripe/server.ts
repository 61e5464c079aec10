// Stripe in the sandbox: its HTTP routes under /stripe, and its part of the control plane.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serveBrowserFiles } from '../browser-files.ts';
import type { ProcessorOptions, SandboxProcessor } from '../processor.ts';
import { Refusal } from '../refusal.ts';
import { registerDemoAccount } from './accounts.ts';
import { ApiError, sendApiError } from './api/api-error.ts';
import { type ProcessorContext, serve } from './api/operation.ts';
import { chargeRecord } from './charges/charge-records.ts';
import { endRefund, planRefundEnd, refundByHand } from './charges/refunds.ts';
import { planSettlement, returnDebit, settleIntent } from './charges/settlement.ts';
import { registerControls } from './controls.ts';
import { toEndpoint } from './events.ts';
import { answerChallenge, viewChallenge } from './intents/challenges.ts';
import { answerMicrodepositsPage, planMicrodeposits } from './intents/microdeposits.ts';
import { elementsSession } from './methods/customer-sessions.ts';
import { stripePages } from './pages.ts';
import { ROUTES } from './routes.ts';
import { openStore, type PaymentIntent, type Store } from './store.ts';
import { TEST_DATA } from './test-data.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const FILE_BYTES_MAX = 6_000_000;

function registerEndpoints(app: FastifyInstance, context: ProcessorContext): void {
  app.setErrorHandler(sendApiError);
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url}).`;
    sendApiError(new ApiError(404, { message }), request, reply);
  });
  // The body stays text, because nested brackets are parsed later, using the schema of the parameters.
  const asText = async (_request: unknown, body: string) => body;
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, asText);
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: FILE_BYTES_MAX },
    async ({ headers }: FastifyRequest, body: Buffer) =>
      new Response(new Uint8Array(body), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData(),
  );
  serveBrowserFiles(app, stripePages(context.clock));
  for (const [address, route] of Object.entries(ROUTES)) {
    const [method = '', url = ''] = address.split(' ');
    app.route({ method, url, handler: serve(context, route) });
  }
  const { store } = context;
  app.get('/elements/session', async (request) => elementsSession(store, request));
  app.post('/3ds/challenge/view', async (request) => viewChallenge(store, request));
  app.post('/3ds/challenge/result', async (request) => answerChallenge(store, request));
  app.post('/microdeposits/verify', async (request) => answerMicrodepositsPage(store, request));
}

function resume(store: Store): void {
  for (const intent of store.paymentIntents.all()) {
    planSettlement(store, intent);
    planMicrodeposits(store, intent);
  }
  for (const intent of store.setupIntents.all()) planMicrodeposits(store, intent);
  for (const refund of store.refunds.all()) planRefundEnd(store, refund);
}

function empty(store: Store): void {
  const { accounts: _kept, clock: _clock, webhooks: _webhooks, ...tables } = store;
  for (const table of Object.values(tables)) table.clear();
}

export function createProcessor({
  clock,
  journal,
  webhooks,
  faults,
}: ProcessorOptions): SandboxProcessor {
  const store = openStore({ clock, journal, webhooks });
  registerDemoAccount(store);
  webhooks.listen('stripe', (account) => toEndpoint(store, account));
  resume(store);

  const isNamed = (intent: PaymentIntent, id: string) =>
    intent.id === id || intent.latestCharge === id;
  const chosen = (id: string | undefined) =>
    store.paymentIntents.all().filter((intent) => id === undefined || isNamed(intent, id));
  const toRecord = (intent: PaymentIntent) => chargeRecord(store, intent);

  const one = (id: string) => {
    const [intent] = chosen(id);
    if (intent === undefined) throw new Refusal(404, 'Transaction not found');
    return intent;
  };
  const toLine = (intent: PaymentIntent) => {
    const line = toRecord(intent);
    if (line === null) throw new Refusal(404, 'Transaction not found');
    return line;
  };

  return {
    name: 'stripe',
    testData: TEST_DATA,
    registerEndpoints: (app) => registerEndpoints(app, { store, faults, clock }),
    registerControls: (app) => registerControls(app, store),
    records: () => store.paymentIntents.all().flatMap((intent) => toRecord(intent) ?? []),
    settle: (id) => chosen(id).filter((intent) => settleIntent(store, intent)).length,
    returnDebit: ({ transactionId, code }) => toLine(returnDebit(store, one(transactionId), code)),
    refundByHand: ({ transactionId, amountCents }) =>
      toLine(refundByHand(store, one(transactionId), amountCents)),
    endRefund: (how) => toLine(endRefund(store, one(how.transactionId), how)),
    reset: () => empty(store),
  };
}
