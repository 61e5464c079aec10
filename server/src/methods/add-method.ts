/**
 * Adds a method for a signed-in customer without making a payment. The same token sent twice creates one setup: a
 * second click returns the first setup.
 */
import { createHash } from 'node:crypto';
import type { PaymentInfo } from '@quittance/contract/payments/portal-schemas';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { acceptedKinds } from '@quittance/domain/checkout/payment-options';
import { requireLiveCompany, requireProcessor } from '../companies/require-company.ts';
import type { CompanyRow } from '../companies/store.ts';
import { lockCustomer } from '../customers/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type CustomerPrincipal, principalName } from '../kernel/principal.ts';
import { refuseNewBankAccounts } from '../ledger/ach-return-rate.ts';
import { refuseCardTesting } from '../ledger/card-testing.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Evidence, SetupOutcome } from '../processors/processor.ts';
import { toMandateTerms } from './complete-setup.ts';
import { agreedText } from './consent.ts';
import { findSetupByKey, type Setup, type SetupPurpose } from './method-setups.ts';
import { newMethodToken } from './new-method-token.ts';
import {
  beginSetup,
  refuseTooMany,
  type SetupRequest,
  type StartedSetup,
  saveMethod,
  type ThreeDS,
  threeDSOf,
} from './save-method.ts';

export type AddCommand = {
  principal: CustomerPrincipal;
  processor: ProcessorName;
  paymentInfo: PaymentInfo;
  evidence: Evidence;
};

export type AddedMethod = ThreeDS & { setupId: string };

const NEW_METHODS_PER_DAY = 5;

/** The key is stored in plain text and the token is a secret, so the key is a hash of the token. */
function toKey({ token }: PaymentInfo): string {
  if (!token) throw new AppError('SOME_FIELD_IS_MISSING');
  return createHash('sha256').update(token).digest('hex');
}

type StartedAddition = ({ kind: 'to_save' } & StartedSetup) | { kind: 'repeated'; setup: Setup };

async function begin(tx: Tx, deps: Deps, command: AddCommand): Promise<StartedAddition> {
  const { principal, paymentInfo } = command;
  const { companyId, customerId } = principal;
  const company = await requireLiveCompany(tx, companyId);
  await lockCustomer(tx, { companyId, customerId });
  const actor = principalName(principal);
  const repeated = await findSetupByKey(tx, { companyId, actor, key: toKey(paymentInfo) });
  if (repeated) return { kind: 'repeated', setup: repeated };
  if (!acceptedKinds(company).includes(paymentInfo.paymentType)) {
    throw new AppError('METHOD_RESTRICTED');
  }
  await refuseTooMany(tx, deps, { companyId, customerId, limit: NEW_METHODS_PER_DAY });
  const { token: fieldToken } = paymentInfo;
  const token = await newMethodToken(tx, deps, { companyId, requestId: null, token: fieldToken });
  const request = setupRequest(command, company);
  await refuseCardTesting(tx, deps, { principal, clientIp: command.evidence.ipAddress });
  const started = await beginSetup(tx, deps, { request, newMethod: { token, paymentInfo } });
  return { kind: 'to_save', ...started };
}

function setupRequest(
  { principal, paymentInfo, evidence }: AddCommand,
  company: CompanyRow,
): SetupRequest {
  const kind = paymentInfo.paymentType;
  const purpose: SetupPurpose = { kind: 'add', methodKind: kind };
  const key = toKey(paymentInfo);
  const mandate = { company, terms: toMandateTerms(purpose), kind, methodLast4: null };
  return {
    company,
    customerId: principal.customerId,
    requestId: null,
    actor: principalName(principal),
    key,
    requestHash: key,
    purpose,
    mandateText: agreedText(mandate, paymentInfo.achMandateText),
    evidence,
  };
}

type SetupEnd = { setup: Setup; outcome: SetupOutcome | null };

async function run(deps: Deps, command: AddCommand): Promise<SetupEnd> {
  const { companyId, customerId } = command.principal;
  const kind = command.paymentInfo.paymentType;
  await refuseNewBankAccounts(deps, { companyId, kind });
  const processor = await requireProcessor(deps, { companyId, shown: command.processor });
  const started = await deps.database.inCompany({ companyId, customerId }, (tx) =>
    begin(tx, deps, command),
  );
  if (started.kind === 'repeated') return { setup: started.setup, outcome: null };
  return saveMethod(deps, processor, started);
}

export async function addMethod(deps: Deps, command: AddCommand): Promise<AddedMethod> {
  const { setup, outcome } = await run(deps, command);
  if (outcome?.kind === 'not_sent') throw new AppError('PROCESSOR_UNAVAILABLE');
  if (setup.state === 'FAILED') {
    const { responseMessage } = setup;
    throw new AppError('METHOD_NOT_SAVED', responseMessage ? { responseMessage } : {});
  }
  return { setupId: setup.id, ...threeDSOf(outcome) };
}
