/**
 * "Can't pay today?" (product §5, R9): schedules a payment with a saved method, or saves a new method first. A
 * repeated idempotency key returns the first schedule.
 */

import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { attemptIdSchema } from '@quittance/contract/ids';
import type { ScheduleBody } from '@quittance/contract/payments/portal-schemas';
import { invariant } from '@quittance/domain/invariant';
import { refuseUnlessSchedulable } from '../../arrangements/create-schedule.ts';
import { arrangeableNow } from '../../arrangements/payable-now.ts';
import { requireProcessor } from '../../companies/require-company.ts';
import { type CompanyRow, findCompany } from '../../companies/store.ts';
import { findRequest, lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { mayArrange, mayPay, principalName } from '../../kernel/principal.ts';
import { refuseNewBankAccounts } from '../../ledger/ach-return-rate.ts';
import { refuseCardTesting } from '../../ledger/card-testing.ts';
import { useMethod } from '../../methods/chargeable-method.ts';
import { completeSetup, toMandateTerms } from '../../methods/complete-setup.ts';
import { agreedText } from '../../methods/consent.ts';
import {
  findSetupByKey,
  insertSetup,
  type Setup,
  type SetupPurpose,
} from '../../methods/method-setups.ts';
import { newMethodToken } from '../../methods/new-method-token.ts';
import {
  beginSetup,
  refuseTooMany,
  type SetupRequest,
  type StartedSetup,
  saveMethod,
} from '../../methods/save-method.ts';
import { setupPaymentStatus } from '../../methods/settle-setup.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hashContent, requireSameContent } from '../../platform/http/idempotency.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import type { PaymentInstruction } from './begin.ts';
import { consentEvidence } from './record-mandate.ts';
import {
  answerRepeat,
  answerSubmit,
  type SubmitOutcome,
  type SubmitResult,
} from './submit-answer.ts';
import { quotedAmounts } from './take-payment.ts';

export type ScheduleInstruction = PaymentInstruction<ScheduleBody>;

/** More than a payer needs in a day, but too few to test stolen cards. */
const NEW_METHODS_PER_DAY = 20;

function hashInstruction({ requestId, body }: ScheduleInstruction): string {
  const { date, quote, paymentInfo } = body;
  const { paymentType, pmID } = paymentInfo;
  const amounts = quotedAmounts(quote);
  return hashContent([requestId, 'EXTENSION', date, ...amounts, paymentType, pmID ?? null]);
}

type StartedSchedule =
  | { kind: 'repeated'; setup: Setup }
  | { kind: 'scheduled'; setup: Setup }
  | ({ kind: 'to_save' } & StartedSetup);

type SchedulePurpose = Extract<SetupPurpose, { kind: 'schedule' }>;

type ScheduleContext = {
  instruction: ScheduleInstruction;
  invoice: InvoiceRow;
  company: CompanyRow;
  purpose: SchedulePurpose;
};

async function toPurpose(
  tx: Tx,
  deps: Deps,
  { instruction, invoice, company }: Omit<ScheduleContext, 'purpose'>,
): Promise<SchedulePurpose> {
  const { principal, body } = instruction;
  const { paymentType: methodKind } = body.paymentInfo;
  const currentQuote = async () => {
    const payable = await arrangeableNow(tx, deps, { invoice, company });
    return { amount: payable.amount, fee: payable.fees[methodKind].fee };
  };
  const { amount, fee } = body.quote ?? (await currentQuote());
  return {
    kind: 'schedule',
    methodKind,
    date: body.date,
    amountCents: amount,
    feeCents: fee,
    isMethodSaved: principal.kind === 'customer',
  };
}

function setupRequest(scheduling: ScheduleContext, methodLast4: string | null): SetupRequest {
  const { instruction, company, purpose } = scheduling;
  const { principal, requestId, key, body } = instruction;
  const terms = toMandateTerms(purpose);
  const mandate = { company, terms, kind: purpose.methodKind, methodLast4 };
  return {
    company,
    customerId: principal.customerId,
    requestId,
    actor: principalName(principal),
    key,
    requestHash: hashInstruction(instruction),
    purpose,
    mandateText: agreedText(mandate, body.paymentInfo.achMandateText),
    evidence: consentEvidence(instruction),
  };
}

/** With a saved method, everything happens in this one transaction. */
async function withSavedMethod(
  tx: Tx,
  deps: Deps,
  scheduling: ScheduleContext,
): Promise<StartedSchedule> {
  const { instruction, invoice, company, purpose } = scheduling;
  const { principal, body } = instruction;
  const methodId = body.paymentInfo.pmID;
  const isAttached = methodId === invoice.attachedMethodId;
  if (!methodId) throw new AppError('NOT_FOUND');
  const { companyId, customerId, attachedMethodId: attachedId } = invoice;
  const own = { companyId, customerId, methodId };
  const method = await useMethod(tx, { own, company, on: purpose.date, attachedId });
  // A payer with a link may use only the method that was entered for the invoice (R18, R86).
  const isAllowed = principal.kind === 'customer' || (isAttached && !method.isSaved);
  if (!isAllowed || method.kind !== purpose.methodKind) throw new AppError('NOT_FOUND');
  const { company: _company, ...row } = setupRequest(scheduling, method.last4);
  const at = deps.clock.now();
  const final = { state: 'KEPT', isNew: false, methodId, createdAt: at, settledAt: at } as const;
  const setup = await insertSetup(tx, { companyId, id: deps.entropy.uuid(), ...row, ...final });
  await completeSetup(tx, deps, { setup, invoice, method });
  return { kind: 'scheduled', setup };
}

async function withNewMethod(
  tx: Tx,
  deps: Deps,
  scheduling: ScheduleContext,
): Promise<StartedSchedule> {
  const { instruction, invoice, company, purpose } = scheduling;
  const { companyId, customerId } = invoice;
  await refuseUnlessSchedulable(tx, deps, { invoice, company, terms: purpose });
  await refuseTooMany(tx, deps, { companyId, customerId, limit: NEW_METHODS_PER_DAY });
  const { principal, requestId, evidence } = instruction;
  const { paymentInfo } = instruction.body;
  const token = await newMethodToken(tx, deps, { companyId, requestId, token: paymentInfo.token });
  const request = setupRequest(scheduling, null);
  await refuseCardTesting(tx, deps, { principal, clientIp: evidence.ipAddress });
  const started = await beginSetup(tx, deps, { request, newMethod: { token, paymentInfo } });
  return { kind: 'to_save', ...started };
}

async function begin(
  tx: Tx,
  deps: Deps,
  instruction: ScheduleInstruction,
): Promise<StartedSchedule> {
  const { principal, requestId, key, body } = instruction;
  const { companyId } = principal;
  const request = await findRequest(tx, { companyId, requestId });
  if (!request?.invoiceId) throw new AppError('REQUEST_NOT_FOUND');
  const invoice = await lockInvoice(tx, { companyId, invoiceId: request.invoiceId });
  const company = await findCompany(tx, companyId);
  // A voided invoice is not visible to the customer.
  if (!invoice) throw new AppError('REQUEST_NOT_FOUND');
  invariant(company, 'a request has its company');
  const repeated = await findSetupByKey(tx, { companyId, actor: principalName(principal), key });
  if (repeated) {
    requireSameContent(repeated, hashInstruction(instruction));
    return { kind: 'repeated', setup: repeated };
  }
  const { pmID, token } = body.paymentInfo;
  if (pmID && token) throw new AppError('INVALID_REQUEST');
  const about = { instruction, invoice, company };
  const scheduling = { ...about, purpose: await toPurpose(tx, deps, about) };
  return (pmID ? withSavedMethod : withNewMethod)(tx, deps, scheduling);
}

function toResult(setup: Setup): SubmitResult {
  return {
    paymentId: attemptIdSchema.parse(setup.id),
    status: setupPaymentStatus(setup),
    successMessage: RESPONSE_MESSAGES.scheduled,
    responseMessage: setup.responseMessage,
  };
}

export async function schedulePayment(
  deps: Deps,
  instruction: ScheduleInstruction,
): Promise<SubmitOutcome> {
  const { principal, requestId, body } = instruction;
  if (!mayPay(principal, requestId)) throw new AppError('REQUEST_NOT_FOUND');
  if (!mayArrange(principal)) throw new AppError('OPTION_NOT_AVAILABLE');
  const { companyId, customerId } = principal;
  await refuseNewBankAccounts(deps, { companyId, kind: body.paymentInfo.paymentType });
  const processor = await requireProcessor(deps, { companyId, shown: body.processor });
  const started = await deps.database.inCompany({ companyId, customerId }, (tx) =>
    begin(tx, deps, instruction),
  );
  if (started.kind === 'repeated') return answerRepeat(toResult(started.setup));
  if (started.kind === 'scheduled') return answerSubmit(toResult(started.setup), null);
  const { setup, outcome } = await saveMethod(deps, processor, started);
  return answerSubmit(toResult(setup), outcome);
}
