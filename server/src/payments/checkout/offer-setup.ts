/**
 * Offers a setup intent (product §7, setup-method/intent; R44). The customer's browser confirms it at the
 * processor, and the method is saved like any added method. Nothing is charged.
 */
import type { RequestId } from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import type { SetupIntentAnswer } from '@quittance/contract/payments/portal-schemas';
import type { BodyOf } from '@quittance/contract/portal-routes';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { mandateText } from '@quittance/domain/checkout/mandates';
import { acceptedKinds } from '@quittance/domain/checkout/payment-options';
import { invariant } from '@quittance/domain/invariant';
import { WORDS } from '@quittance/domain/texts/words';
import { requireLiveCompany } from '../../companies/require-company.ts';
import { type BrowserLanguage, payerLanguage } from '../../customers/payer-language.ts';
import { findChargedPayer, lockCustomer } from '../../customers/store.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../../kernel/principal.ts';
import { refuseNewBankAccounts } from '../../ledger/ach-return-rate.ts';
import { refuseCardTesting } from '../../ledger/card-testing.ts';
import { PREPARED_CHECK_MS } from '../../ledger/next-check.ts';
import { insertSetup, isOpenSetup, type Setup } from '../../methods/method-setups.ts';
import { expectProcessorCustomer } from '../../methods/processor-customers.ts';
import { refuseTooMany } from '../../methods/save-method.ts';
import { settleSetup } from '../../methods/settle-setup.ts';
import type { Tx } from '../../platform/database/database.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import type { Evidence, Payer } from '../../processors/processor.ts';
import { requireIntents, toKind } from './intent-answer.ts';

export type SetupIntentRequest = {
  principal: CustomerPrincipal;
  requestId: RequestId;
  body: BodyOf<'setupIntent'>;
  evidence: Evidence;
  browser: BrowserLanguage;
};

const NEW_METHODS_PER_DAY = 5;

type PreparedSetup = { setup: Setup; payer: Payer };

async function prepare(
  tx: Tx,
  deps: Deps,
  { principal, evidence, browser, kind }: SetupIntentRequest & { kind: ChargeKind },
): Promise<PreparedSetup> {
  const { companyId, customerId } = principal;
  const company = await requireLiveCompany(tx, companyId);
  await lockCustomer(tx, { companyId, customerId });
  if (!acceptedKinds(company).includes(kind)) throw new AppError('METHOD_RESTRICTED');
  await refuseTooMany(tx, deps, { companyId, customerId, limit: NEW_METHODS_PER_DAY });
  await refuseCardTesting(tx, deps, { principal, clientIp: evidence.ipAddress });
  const person = await findChargedPayer(tx, { companyId, customerId });
  invariant(person, 'a method is saved for a customer');
  const words = WORDS[payerLanguage({ principal, browser }, person.language)];
  const now = deps.clock.now();
  const id = deps.entropy.uuid();
  expectProcessorCustomer(tx, deps, { companyId, customerId, processor: company.processor });
  const setup = await insertSetup(tx, {
    companyId,
    id,
    customerId,
    actor: principalName(principal),
    key: id,
    requestHash: id,
    purpose: { kind: 'add', methodKind: kind, isOffered: true },
    mandateText: mandateText({ purpose: 'ADD_PM', kind, company, methodLast4: null }, words),
    evidence,
    state: 'SENT',
    nextCheckAt: addMs(now, PREPARED_CHECK_MS),
    createdAt: now,
  });
  return { setup, payer: { ...person, reference: customerId } };
}

export async function offerSetup(
  deps: Deps,
  asked: SetupIntentRequest,
): Promise<SetupIntentAnswer> {
  const { companyId, customerId } = asked.principal;
  const intents = await requireIntents(deps, asked);
  const kind = toKind(asked.body.paymentMethod) ?? 'card';
  await refuseNewBankAccounts(deps, { companyId, kind });
  const { setup, payer } = await deps.database.inCompany({ companyId, customerId }, (tx) =>
    prepare(tx, deps, { ...asked, kind }),
  );
  const order = { reference: setup.id, kind, payer };
  const outcome = await orUnknown(deps, () => intents.offerSetup(order));
  if (outcome.kind !== 'offered') {
    await settleSetup(deps, { companyId, setupId: setup.id }, outcome);
    throw new AppError(outcome.kind === 'declined' ? 'METHOD_NOT_SAVED' : 'PROCESSOR_UNAVAILABLE');
  }
  const { processorReference, clientSecret } = outcome;
  const waiting = { kind: 'action_required', processorReference, threeDSData: null } as const;
  const offered = await settleSetup(deps, { companyId, setupId: setup.id }, waiting);
  if (!isOpenSetup(offered)) throw new AppError('PROCESSOR_UNAVAILABLE');
  return {
    success: true,
    paymentIntent: {
      id: processorReference,
      client_secret: clientSecret.reveal(),
      amount: ZERO,
      currency: 'usd',
    },
    setupId: setup.id,
    mandateText: setup.mandateText,
  };
}
