// Fiserv Commerce Hub in the sandbox: the API under /fiserv/ch, the files for browsers next to it, and its part of
// the control plane. It sends no webhooks.
import type { FastifyInstance } from 'fastify';
import { serveBrowserFiles } from '../browser-files.ts';
import type { ProcessorOptions, SandboxProcessor } from '../processor.ts';
import { errorBody, parseInput, Refusal, sendError } from '../refusal.ts';
import { sendGatewayError, sendNotFound } from './api/gateway-error.ts';
import {
  MerchantInput,
  registerDemoMerchant,
  registerMerchant,
  requireAccessToken,
} from './api/merchants.ts';
import { operate, type ProcessorContext } from './api/operation.ts';
import { TEST_DATA } from './methods/cards.ts';
import { prepareCapture, prepareCredentials } from './methods/credentials.ts';
import { CardRenewal, prepareTokens, prepareVerification, renewCard } from './methods/tokens.ts';
import { fiservPages } from './pages.ts';
import { chargeRecord } from './payments/charge-records.ts';
import { prepareCharge } from './payments/charges.ts';
import { endRefund, prepareCancel, prepareRefund, refundByHand } from './payments/refunds.ts';
import { planSettlement, returnTransaction, settleTransaction } from './payments/settlement.ts';
import { prepareInquiry } from './payments/transactions.ts';
import { clearStore, type Merchant, openStore, type Store } from './store.ts';
import { completeCollection } from './three-ds/collection.ts';
import { answerChallenge, viewChallenge } from './three-ds/step-up.ts';
import { prepareAuthentication, prepareDeviceData, prepareVerify } from './three-ds/three-ds.ts';

function registerApi(app: FastifyInstance, context: ProcessorContext): void {
  app.setErrorHandler(sendGatewayError);
  app.setNotFoundHandler(sendNotFound);
  // Signatures cover the raw bytes, so the body must not be parsed first.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  app.post('/payments/v1/charges', operate(context, prepareCharge));
  app.post('/payments/v1/refunds', operate(context, prepareRefund));
  app.post('/payments/v1/cancels', operate(context, prepareCancel));
  app.post('/payments/v1/transaction-inquiry', operate(context, prepareInquiry));

  const vas = '/payments-vas/v1';
  app.post(`${vas}/security/credentials`, operate(context, prepareCredentials));
  app.post(`${vas}/card-capture`, operate(context, prepareCapture, requireAccessToken));
  app.post(`${vas}/tokens`, operate(context, prepareTokens));
  app.post(`${vas}/accounts/verification`, operate(context, prepareVerification));
  app.post(`${vas}/3ds/device-data-initialize`, operate(context, prepareDeviceData));
  app.post(`${vas}/3ds/authenticate`, operate(context, prepareAuthentication));
  app.post(`${vas}/3ds/verify`, operate(context, prepareVerify));
}

function registerPages(app: FastifyInstance, { store }: ProcessorContext): void {
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody('Not found')));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  serveBrowserFiles(app, fiservPages(store.clock));
  app.post('/3ds/collect/result', async (request) => completeCollection(store, request));
  app.post('/3ds/challenge/view', async (request) => viewChallenge(store, request));
  app.post('/3ds/challenge/result', async (request) => answerChallenge(store, request));
}

function publicFacts({ merchantId, terminalId, apiKey }: Merchant) {
  return { merchantId, terminalId, apiKey };
}

function registerControls(app: FastifyInstance, store: Store): void {
  app.get('/fiserv/merchants', async () => ({
    merchants: store.merchants.all().map(publicFacts),
  }));
  app.post('/fiserv/merchants', async (request) =>
    publicFacts(registerMerchant(store, parseInput(MerchantInput, request.body))),
  );
  app.post('/fiserv/card-updates', async (request) =>
    renewCard(store, parseInput(CardRenewal, request.body)),
  );
}

export function createProcessor({ clock, journal, faults }: ProcessorOptions): SandboxProcessor {
  const store = openStore({ clock, journal });
  registerDemoMerchant(store);
  for (const transaction of store.transactions.all()) planSettlement(store, transaction);
  const context = { store, faults };

  const chosen = (transactionId: string | undefined) =>
    store.transactions
      .all()
      .filter((each) => transactionId === undefined || each.transactionId === transactionId);

  const one = (transactionId: string) => {
    const [transaction] = chosen(transactionId);
    if (transaction === undefined) throw new Refusal(404, 'Transaction not found');
    return transaction;
  };

  return {
    name: 'fiserv',
    testData: TEST_DATA,
    registerEndpoints(app) {
      app.register(async (scope) => registerApi(scope, context), { prefix: '/ch' });
      app.register(async (scope) => registerPages(scope, context));
    },
    registerControls: (app) => registerControls(app, store),
    records: () => store.transactions.all().map(chargeRecord),
    settle: (transactionId) =>
      chosen(transactionId).filter((each) => settleTransaction(store, each)).length,
    returnDebit: ({ transactionId, code }) =>
      chargeRecord(returnTransaction(store, one(transactionId), code)),
    refundByHand: ({ transactionId, amountCents }) =>
      chargeRecord(refundByHand(store, one(transactionId), amountCents)),
    endRefund: (how) => chargeRecord(endRefund(store, one(how.transactionId), how)),
    reset: () => clearStore(store),
  };
}
