/**
 * A method added to a customer's own, without paying anything. The same token twice is one method:
 * an impatient second click finds the first.
 */
import { createHash } from 'node:crypto';
import type { PaymentInfo } from '@quittance/contract/payments';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { acceptedKinds } from '@quittance/domain/checkout/payment-options';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { refuseNewBankAccounts } from '../limits/ach-return-rate.ts';
import { refuseCardTesting } from '../limits/card-testing.ts';
import { type CustomerPrincipal, principalName } from '../principal.ts';
import type { Evidence, SetupOutcome } from '../processors/processor.ts';
import { lockCustomer } from '../storage/arrangements/auto-pay.ts';
import type { CompanyRow } from '../storage/billing/companies.ts';
import type { Tx } from '../storage/database.ts';
import { findSetupByKey, type Setup, type SetupPurpose } from '../storage/methods/method-setups.ts';
import { termsOf } from './complete-setup.ts';
import { agreedText } from './consent.ts';
import { newMethodToken } from './new-method-token.ts';
import { reachProcessor, requireLiveCompany } from './require-company.ts';
import { beginSetup, keepMethod, refuseTooMany, type StartedSetup } from './save-method.ts';

export type AddCommand = {
  principal: CustomerPrincipal;
  processor: ProcessorName;
  paymentInfo: PaymentInfo;
  evidence: Evidence;
};

export type Added = {
  setupId: string;
  isThreeDSActionRequired: boolean;
  threeDSData?: string;
};

const NEW_METHODS_PER_DAY = 5;

/** The token is a secret, so that only its hash lies about. */
function keyOf({ token }: PaymentInfo): string {
  if (!token) throw new AppError('SOME_FIELD_IS_MISSING');
  return createHash('sha256').update(token).digest('hex');
}

type Begun = ({ kind: 'to_keep' } & StartedSetup) | { kind: 'repeated'; setup: Setup };

async function begin(tx: Tx, deps: Deps, command: AddCommand): Promise<Begun> {
  const { principal, paymentInfo } = command;
  const { companyId, customerId } = principal;
  const company = await requireLiveCompany(tx, companyId);
  await lockCustomer(tx, { companyId, customerId });
  const asked = { companyId, actor: principalName(principal), key: keyOf(paymentInfo) };
  const repeated = await findSetupByKey(tx, asked);
  if (repeated) return { kind: 'repeated', setup: repeated };
  if (!acceptedKinds(company).includes(paymentInfo.paymentType)) {
    throw new AppError('METHOD_RESTRICTED');
  }
  await refuseTooMany(tx, deps, { companyId, customerId, limit: NEW_METHODS_PER_DAY });
  const sent = { companyId, requestId: null, token: paymentInfo.token };
  const token = await newMethodToken(tx, deps, sent);
  const wished = wishedBy(command, company);
  await refuseCardTesting(tx, deps, { principal, address: command.evidence.ipAddress });
  return {
    kind: 'to_keep',
    ...(await beginSetup(tx, deps, { wished, typed: { token, paymentInfo } })),
  };
}

function wishedBy({ principal, paymentInfo, evidence }: AddCommand, company: CompanyRow) {
  const kind = paymentInfo.paymentType;
  const wish: SetupPurpose = { kind: 'add', methodKind: kind };
  const key = keyOf(paymentInfo);
  const asked = { company, terms: termsOf(wish), kind, methodLast4: null };
  return {
    company,
    customerId: principal.customerId,
    requestId: null,
    actor: principalName(principal),
    key,
    requestHash: key,
    wish,
    mandateText: agreedText(asked, paymentInfo.achMandateText),
    evidence,
  };
}

type Ended = { setup: Setup; outcome: SetupOutcome | null };

async function run(deps: Deps, command: AddCommand): Promise<Ended> {
  const { companyId, customerId } = command.principal;
  const kind = command.paymentInfo.paymentType;
  await refuseNewBankAccounts(deps, { companyId, kind });
  const processor = await reachProcessor(deps, { companyId, named: command.processor });
  const begun = await deps.database.inCompany({ companyId, customerId }, (tx) =>
    begin(tx, deps, command),
  );
  if (begun.kind === 'repeated') return { setup: begun.setup, outcome: null };
  return keepMethod(deps, processor, begun);
}

export async function addMethod(deps: Deps, command: AddCommand): Promise<Added> {
  const { setup, outcome } = await run(deps, command);
  if (outcome?.kind === 'not_sent') throw new AppError('PROCESSOR_UNAVAILABLE');
  if (setup.state === 'FAILED') {
    const { responseMessage } = setup;
    throw new AppError('METHOD_NOT_SAVED', responseMessage ? { responseMessage } : {});
  }
  const threeDSData = outcome?.kind === 'action_required' ? outcome.threeDSData : null;
  return {
    setupId: setup.id,
    isThreeDSActionRequired: threeDSData !== null,
    ...(threeDSData !== null ? { threeDSData } : {}),
  };
}
