// Stripe's part of the control plane: accounts and their webhook endpoints, disputes and payouts.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseInput, Refusal } from '../refusal.ts';
import { WebhookChange } from '../webhook-settings.ts';
import { AccountInput, changeAccount, publicFacts, registerAccount } from './accounts.ts';
import { disputeAnswer } from './answers.ts';
import { endDispute } from './charges/dispute-evidence.ts';
import { PayoutInput, payOut } from './charges/payouts.ts';
import { disputeCharge } from './charges/settlement.ts';
import type { Store } from './store.ts';

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

export function registerControls(app: FastifyInstance, store: Store): void {
  app.get('/stripe/accounts', async () => ({ accounts: store.accounts.all().map(publicFacts) }));
  app.post('/stripe/accounts', async (request) =>
    publicFacts(registerAccount(store, parseInput(AccountInput, request.body))),
  );
  app.patch('/stripe/accounts/:id', async (request) => {
    const { id } = parseInput(Named, request.params);
    return publicFacts(changeAccount(store, id, parseInput(WebhookChange, request.body)));
  });
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
}
