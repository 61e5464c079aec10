// PayEngine in the sandbox: its HTTP routes under /payengine, and its part of the control plane.

import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { serveBrowserFiles } from '../browser-files.ts';
import type { ProcessorOptions, SandboxProcessor } from '../processor.ts';
import { errorBody, parseInput, Refusal, sendError } from '../refusal.ts';
import { TEST_ACCOUNTS, TEST_CARDS, TEST_ROUTING_NUMBER } from '../scenarios.ts';
import { WebhookChange } from '../webhook-settings.ts';
import {
  changeMerchant,
  MerchantInput,
  registerDemoMerchant,
  registerMerchant,
  requireOwn,
  requirePrivateKey,
} from './merchants.ts';
import {
  prepareBankAccount,
  prepareCard,
  prepareCardChange,
  prepareCardLookup,
  prepareRemoval,
} from './methods/tokens.ts';
import { operate, type PreparedOperation, type ProcessorContext } from './operation.ts';
import { payEnginePages } from './pages.ts';
import { prepareAch } from './payments/ach.ts';
import { chargeRecord } from './payments/charge-records.ts';
import { toIds } from './payments/payments.ts';
import {
  endRefund,
  planRefundEnd,
  prepareRefund,
  prepareVoid,
  refundByHand,
} from './payments/refunds.ts';
import { prepareSale } from './payments/sales.ts';
import { planSettlement, returnPayment, settlePayment } from './payments/settlement.ts';
import {
  answerChallenge,
  planExpiry,
  prepareThreeDsLookup,
  viewChallenge,
} from './payments/three-ds.ts';
import { prepareDetail, prepareList } from './payments/transactions.ts';
import { hash, type Merchant, openStore, type Store } from './store.ts';
import { toEndpoint } from './webhooks.ts';

const Params = z.object({ merchantId: z.string() });

const SessionBody = z.strictObject({
  expires_in: z.number().int().min(1).max(86_400).default(900),
  scope: z.literal('readonly').optional(),
});

// POST /api/merchant/:merchantId/sessions: a short-lived access token for a browser, returned by
// the loader's fetchAccessToken. Sessions do not survive a restart.
function prepareSession(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = requirePrivateKey(store, request);
  const { merchantId } = parseInput(Params, request.params);
  requireOwn(merchant, merchantId);
  const { expires_in, scope } = parseInput(SessionBody, request.body);
  const execute = () => {
    const token = `at_test_${randomBytes(24).toString('hex')}`;
    const expiresAtMs = store.clock.now() + expires_in * 1000;
    store.sessions.set(hash(token), { merchantId, readonly: scope === 'readonly', expiresAtMs });
    return { status: 200, body: { access_token: token, expires_in } };
  };
  return { merchant, execute };
}

const TEST_DATA = {
  title: 'PayEngine',
  origin: 'invented',
  routingNumber: TEST_ROUTING_NUMBER,
  cards: TEST_CARDS,
  accounts: TEST_ACCOUNTS,
} as const;

function registerEndpoints(app: FastifyInstance, context: ProcessorContext): void {
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody('Not found')));
  serveBrowserFiles(app, payEnginePages(context.clock));

  app.post('/api/payment/sale', operate(context, 'sale', prepareSale));
  app.post('/api/payment/ach', operate(context, 'ach', prepareAch));
  app.post('/api/payment/refund', operate(context, 'refund', prepareRefund));
  app.post('/api/payment/void', operate(context, 'void', prepareVoid));

  app.get('/api/cards/:id', operate(context, 'method', prepareCardLookup));
  app.patch('/api/cards/:id', operate(context, 'method', prepareCardChange));
  app.delete('/api/cards/:id', operate(context, 'method', prepareRemoval));
  app.delete('/api/bank-accounts/:id', operate(context, 'method', prepareRemoval));

  const merchant = '/api/merchant/:merchantId';
  app.get(`${merchant}/transaction`, operate(context, 'lookup', prepareList));
  app.get(`${merchant}/transaction/:transactionId`, operate(context, 'lookup', prepareDetail));
  app.get(
    `${merchant}/3dstransaction/:transactionId`,
    operate(context, 'three_ds', prepareThreeDsLookup),
  );
  app.post(`${merchant}/sessions`, operate(context, 'session', prepareSession));

  app.post('/gw/api/cards', operate(context, 'tokenize', prepareCard));
  app.post('/gw/api/bank-accounts', operate(context, 'tokenize', prepareBankAccount));
  app.post('/3ds/challenge/view', async (request) => viewChallenge(context.store, request));
  app.post('/3ds/challenge/result', async (request) => answerChallenge(context.store, request));
}

function publicFacts({ merchantId, publicKey, webhookUrl }: Merchant) {
  return { merchantId, publicKey, webhookUrl };
}

function registerControls(app: FastifyInstance, store: Store): void {
  app.get('/payengine/merchants', async () => ({
    merchants: store.merchants.all().map(publicFacts),
  }));
  app.post('/payengine/merchants', async (request) =>
    publicFacts(registerMerchant(store, parseInput(MerchantInput, request.body))),
  );
  app.patch('/payengine/merchants/:merchantId', async (request) => {
    const { merchantId } = parseInput(z.object({ merchantId: z.string() }), request.params);
    const change = parseInput(WebhookChange, request.body);
    return publicFacts(changeMerchant(store, merchantId, change));
  });
}

function resume(store: Store): void {
  for (const payment of store.payments.all()) {
    if (payment.status === 'pending_3dsauth') planExpiry(store, payment);
    planSettlement(store, payment);
    for (const refund of payment.refunds) planRefundEnd(store, payment, refund);
  }
}

export function createProcessor({
  clock,
  journal,
  webhooks,
  faults,
}: ProcessorOptions): SandboxProcessor {
  const store = openStore({ clock, journal, webhooks });
  registerDemoMerchant(store);
  webhooks.listen('payengine', (merchantId) => toEndpoint(store, merchantId));
  resume(store);

  const chosen = (transactionId: string | undefined) =>
    store.payments
      .all()
      .filter((payment) => transactionId === undefined || toIds(payment).includes(transactionId));

  const one = (transactionId: string) => {
    const [payment] = chosen(transactionId);
    if (payment === undefined) throw new Refusal(404, 'Transaction not found');
    return payment;
  };

  return {
    name: 'payengine',
    testData: TEST_DATA,
    registerEndpoints: (app) => registerEndpoints(app, { store, faults, clock }),
    registerControls: (app) => registerControls(app, store),
    records: () => store.payments.all().map(chargeRecord),
    settle: (transactionId) =>
      chosen(transactionId).filter((payment) => settlePayment(store, payment)).length,
    returnDebit: ({ transactionId, code }) =>
      chargeRecord(returnPayment(store, one(transactionId), code)),
    refundByHand: ({ transactionId, amountCents }) =>
      chargeRecord(refundByHand(store, one(transactionId), amountCents)),
    endRefund: (how) => chargeRecord(endRefund(store, one(how.transactionId), how)),
    reset() {
      store.payments.clear();
      store.tokens.clear();
      store.sessions.clear();
    },
  };
}
