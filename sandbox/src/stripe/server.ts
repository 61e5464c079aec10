// The company Stripe as one processor of the sandbox: its doors (HTTP routes under /stripe), and the
// levers the control plane may pull. What happens behind a door lives in its own file.
import type { FastifyInstance } from 'fastify';
import { serveBrowserFiles } from '../browser-files.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { SandboxProcessor } from '../processor.ts';
import { Refusal } from '../refusal.ts';
import type { Webhooks } from '../webhooks.ts';
import { registerDemoAccount } from './accounts.ts';
import { ApiError, sendApiError } from './api/api-error.ts';
import { type Desk, serve } from './api/operation.ts';
import { bookedCharge } from './charges/charge-records.ts';
import { planSettlement, returnDebit, settleIntent } from './charges/settlement.ts';
import { registerLevers } from './controls.ts';
import { endpointOf } from './events.ts';
import { answerChallenge, viewChallenge } from './intents/challenges.ts';
import { answerMicrodepositsPage, planMicrodeposits } from './intents/microdeposits.ts';
import { elementsSession } from './methods/elements-session.ts';
import { stripePages } from './pages.ts';
import { ROUTES } from './routes.ts';
import { openStore, type PaymentIntent, type Store } from './store.ts';
import { TEST_DATA } from './test-data.ts';

export type Options = { clock: Clock; journal: Journal; webhooks: Webhooks; faults: Faults };

const FORM_TYPE = 'application/x-www-form-urlencoded';

function registerDoors(app: FastifyInstance, desk: Desk): void {
  app.setErrorHandler(sendApiError);
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url}).`;
    sendApiError(new ApiError(404, { message }), request, reply);
  });
  // Kept as text: nesting in brackets is read together with the parameters' schema.
  const asText = async (_request: unknown, body: string) => body;
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, asText);
  serveBrowserFiles(app, stripePages(desk.clock));
  for (const [address, route] of Object.entries(ROUTES)) {
    const [method = '', url = ''] = address.split(' ');
    app.route({ method, url, handler: serve(desk, route) });
  }
  const { store } = desk;
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
}

function empty(store: Store): void {
  const { accounts: _kept, clock: _clock, webhooks: _webhooks, ...tables } = store;
  for (const table of Object.values(tables)) table.clear();
}

export function createStripe({ clock, journal, webhooks, faults }: Options): SandboxProcessor {
  const store = openStore({ clock, journal, webhooks });
  registerDemoAccount(store);
  webhooks.listen('stripe', (account) => endpointOf(store, account));
  resume(store);

  const isNamed = (intent: PaymentIntent, id: string) =>
    intent.id === id || intent.latestCharge === id;
  const chosen = (id: string | undefined) =>
    store.paymentIntents.all().filter((intent) => id === undefined || isNamed(intent, id));
  const booked = (intent: PaymentIntent) => bookedCharge(store, intent);

  return {
    name: 'stripe',
    testData: TEST_DATA,
    registerDoors: (app) => registerDoors(app, { store, faults, clock }),
    registerLevers: (app) => registerLevers(app, store),
    books: () => store.paymentIntents.all().flatMap((intent) => booked(intent) ?? []),
    settle: (id) => chosen(id).filter((intent) => settleIntent(store, intent)).length,
    returnDebit({ transactionId, code }) {
      const [intent] = chosen(transactionId);
      if (intent === undefined) throw new Refusal(404, 'Transaction not found');
      const line = booked(returnDebit(store, intent, code));
      if (line === null) throw new Refusal(404, 'Transaction not found');
      return line;
    },
    reset: () => empty(store),
  };
}
