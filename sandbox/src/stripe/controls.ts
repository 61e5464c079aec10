// Stripe's part of the control plane: accounts and their webhook endpoints, disputes, payouts, warnings, and changes of
// saved methods.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseInput, Refusal } from '../refusal.ts';
import { WebhookChange } from '../webhook-settings.ts';
import { AccountInput, changeAccount, publicFacts, registerAccount } from './accounts.ts';
import { disputeAnswer } from './answers.ts';
import { newId } from './api/ids.ts';
import { endDispute } from './charges/dispute-evidence.ts';
import { failPayout, PayoutInput, payOut } from './charges/payouts.ts';
import { disputeCharge } from './charges/settlement.ts';
import { emitEvent } from './events.ts';
import { mandateAnswer, paymentMethodAnswer } from './methods/method-answers.ts';
import type { PaymentMethod, Store } from './store.ts';

const Named = z.object({ id: z.string() });
const DisputeInput = z.strictObject({
  transactionId: z.string(),
  /** A charge can be disputed in part, and by several disputes at once. */
  amount: z.int().positive().optional(),
  reason: z.string().min(1).max(100).default('fraudulent'),
});
const DisputeEnd = z.strictObject({ status: z.enum(['won', 'lost']) });

function openDispute(store: Store, input: z.infer<typeof DisputeInput>) {
  const { transactionId, ...claim } = input;
  const intent = store.paymentIntents.get(transactionId);
  const charge = store.charges.get(intent?.latestCharge ?? transactionId);
  if (charge?.status !== 'succeeded') throw new Refusal(404, 'No succeeded charge of this name');
  if (charge.isDisputed && charge.instrument.kind === 'bank') {
    throw new Refusal(409, 'This debit has already failed');
  }
  return disputeAnswer(disputeCharge(store, charge, claim));
}

const Last4 = z.string().regex(/^\d{4}$/);
const SavedMethod = z.strictObject({ account: z.string(), last4: Last4 });
const CardUpdate = SavedMethod.extend({
  newLast4: Last4.optional(),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2100),
});

function findSaved(store: Store, { account, last4 }: z.infer<typeof SavedMethod>): PaymentMethod {
  const found = store.paymentMethods
    .all()
    .find(
      (row) => row.account === account && row.customer !== null && row.instrument.last4 === last4,
    );
  if (found === undefined) throw new Refusal(404, 'No saved method with these digits');
  return found;
}

/** The network reports a new number or expiry of a saved card. */
function updateCard(
  store: Store,
  { expMonth, expYear, newLast4, ...saved }: z.infer<typeof CardUpdate>,
) {
  const method = findSaved(store, saved);
  const { account, instrument } = method;
  if (instrument.kind !== 'card') throw new Refusal(409, 'Only cards are updated');
  const { last4, fingerprint } = instrument;
  const number = newLast4
    ? { last4: newLast4, fingerprint: `${fingerprint}${newLast4}` }
    : { last4 };
  const card = { ...instrument, ...number, expMonth, expYear };
  const object = paymentMethodAnswer(store.paymentMethods.put({ ...method, instrument: card }));
  emitEvent(store, { account, type: 'payment_method.automatically_updated', object });
  return object;
}

function revokeMandate(store: Store, saved: z.infer<typeof SavedMethod>) {
  const method = store.paymentMethods.put({ ...findSaved(store, saved), isRevoked: true });
  const object = mandateAnswer(method);
  emitEvent(store, { account: method.account, type: 'mandate.updated', object });
  return object;
}

const Warning = z.strictObject({
  transactionId: z.string(),
  type: z.enum(['radar.early_fraud_warning.created', 'review.opened', 'review.closed']),
});

function warn(store: Store, { transactionId, type }: z.infer<typeof Warning>) {
  const intent = store.paymentIntents.get(transactionId);
  if (!intent?.latestCharge) throw new Refusal(404, 'No charge of this name');
  const of = { charge: intent.latestCharge, payment_intent: intent.id, livemode: false };
  const object =
    type === 'radar.early_fraud_warning.created'
      ? {
          id: newId('issfr'),
          object: 'radar.early_fraud_warning',
          actionable: true,
          fraud_type: 'misc',
          ...of,
        }
      : {
          id: newId('prv'),
          object: 'review',
          open: type === 'review.opened',
          reason: 'rule',
          ...of,
        };
  emitEvent(store, { account: intent.account, type, object });
  return object;
}

export function registerControls(app: FastifyInstance, store: Store): void {
  app.get('/stripe/accounts', async () => ({ accounts: store.accounts.all().map(publicFacts) }));
  app.post('/stripe/accounts', async (request) =>
    publicFacts(registerAccount(store, parseInput(AccountInput, request.body))),
  );
  app.patch('/stripe/accounts/:id', async (request) => {
    const { id } = parseInput(Named, request.params);
    return publicFacts(changeAccount(store, id, parseInput(WebhookChange, request.body)));
  });
  app.post('/stripe/card-updates', async (request) =>
    updateCard(store, parseInput(CardUpdate, request.body)),
  );
  app.post('/stripe/revoked-mandates', async (request) =>
    revokeMandate(store, parseInput(SavedMethod, request.body)),
  );
  app.post('/stripe/warnings', async (request) => warn(store, parseInput(Warning, request.body)));
  app.post('/stripe/disputes', async (request) =>
    openDispute(store, parseInput(DisputeInput, request.body)),
  );
  app.post('/stripe/disputes/:id/close', async (request) => {
    const { id } = parseInput(Named, request.params);
    const dispute = store.disputes.get(id);
    if (dispute === undefined) throw new Refusal(404, 'Dispute not found');
    return endDispute(store, dispute, parseInput(DisputeEnd, request.body).status);
  });
  app.post('/stripe/payouts', async (request) =>
    payOut(store, parseInput(PayoutInput, request.body)),
  );
  app.post('/stripe/payouts/:id/fail', async (request) =>
    failPayout(store, parseInput(Named, request.params).id),
  );
}
