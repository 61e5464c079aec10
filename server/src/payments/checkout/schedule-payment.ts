/**
 * "Can't pay today?" (product §5, R9): schedules a payment with a method that is kept already, or
 * keeps the one typed just now first. A key that comes again is one schedule.
 */
import { createHash } from 'node:crypto';
import { ERRORS, PAYMENT_TOASTS } from '@quittance/contract/errors';
import { attemptIdSchema, type IdempotencyKey, type RequestId } from '@quittance/contract/ids';
import type { ScheduleBody, SubmitAnswer } from '@quittance/contract/payments';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { refuseNewBankAccounts } from '../../limits/ach-return-rate.ts';
import { refuseCardTesting } from '../../limits/card-testing.ts';
import { useMethod } from '../../methods/chargeable-method.ts';
import { completeSetup, termsOf } from '../../methods/complete-setup.ts';
import { agreedText } from '../../methods/consent.ts';
import { newMethodToken } from '../../methods/new-method-token.ts';
import { reachProcessor } from '../../methods/require-company.ts';
import {
  beginSetup,
  keepMethod,
  refuseTooMany,
  type StartedSetup,
  type Wished,
} from '../../methods/save-method.ts';
import { mayPay, type Principal, principalName } from '../../principal.ts';
import type { Evidence, SetupOutcome } from '../../processors/processor.ts';
import { type CompanyRow, findCompany } from '../../storage/billing/companies.ts';
import { findRequest, type InvoiceRow, lockInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import {
  findSetupByKey,
  insertSetup,
  type Setup,
  type SetupPurpose,
} from '../../storage/methods/method-setups.ts';
import { refuseUnlessSchedulable } from '../core/create-schedule.ts';

export type ScheduleCommand = {
  principal: Principal;
  requestId: RequestId;
  key: IdempotencyKey;
  body: ScheduleBody;
  evidence: Evidence;
};

export type Scheduled = { answer: SubmitAnswer; isRepeat: boolean };

/** More than an honest payer needs in a day, and few for whoever tries out cards. */
const NEW_METHODS_PER_DAY = 20;

const SCHEDULED_MESSAGE = 'Payment scheduled';

/** What is agreed, not how it is paid: after a reload the fields give another token. */
function hashOf({ requestId, body }: ScheduleCommand): string {
  const { date, quote, paymentInfo } = body;
  const { paymentType, pmID } = paymentInfo;
  const agreed = [requestId, 'EXTENSION', date, quote.amount, quote.fee, paymentType, pmID ?? null];
  return createHash('sha256').update(JSON.stringify(agreed)).digest('hex');
}

type Begun =
  | { kind: 'repeated'; setup: Setup }
  | { kind: 'scheduled'; setup: Setup }
  | ({ kind: 'to_keep' } & StartedSetup);

type Decided = { command: ScheduleCommand; invoice: InvoiceRow; company: CompanyRow; wish: Wish };
type Wish = Extract<SetupPurpose, { kind: 'schedule' }>;

function wishOf({ principal, body }: ScheduleCommand): Wish {
  return {
    kind: 'schedule',
    methodKind: body.paymentInfo.paymentType,
    date: body.date,
    amountCents: body.quote.amount,
    feeCents: body.quote.fee,
    isMethodSaved: principal.kind === 'customer',
  };
}

function wishedBy({ command, company, wish }: Decided, methodLast4: string | null): Wished {
  const { principal, requestId, key, body, evidence } = command;
  const asked = { company, terms: termsOf(wish), kind: wish.methodKind, methodLast4 };
  return {
    company,
    customerId: principal.customerId,
    requestId,
    actor: principalName(principal),
    key,
    requestHash: hashOf(command),
    wish,
    mandateText: agreedText(asked, body.paymentInfo.achMandateText),
    evidence,
  };
}

/** With a kept method everything happens in this one transaction. */
async function withKept(tx: Tx, deps: Deps, decided: Decided): Promise<Begun> {
  const { command, invoice, company, wish } = decided;
  const { principal, body } = command;
  const methodId = body.paymentInfo.pmID;
  const isAttached = methodId === invoice.attachedMethodId;
  // Whoever comes by a link may use the method attached to the invoice, and no other (R18).
  if (!methodId || (principal.kind === 'link' && !isAttached)) throw new AppError('NOT_FOUND');
  const { companyId, customerId, attachedMethodId: attachedId } = invoice;
  const own = { companyId, customerId, methodId };
  const method = await useMethod(tx, { own, company, on: wish.date, attachedId });
  if (method.kind !== wish.methodKind) throw new AppError('NOT_FOUND');
  const { company: _company, ...row } = wishedBy(decided, method.last4);
  const at = deps.clock.now();
  const final = { state: 'KEPT', isNew: false, methodId, createdAt: at, settledAt: at } as const;
  const setup = await insertSetup(tx, { companyId, id: deps.entropy.uuid(), ...row, ...final });
  await completeSetup(tx, deps, { setup, invoice, method });
  return { kind: 'scheduled', setup };
}

async function withTyped(tx: Tx, deps: Deps, decided: Decided): Promise<Begun> {
  const { command, invoice, company, wish } = decided;
  const { companyId, customerId } = invoice;
  await refuseUnlessSchedulable(tx, deps, { invoice, company, terms: wish });
  await refuseTooMany(tx, deps, { companyId, customerId, limit: NEW_METHODS_PER_DAY });
  const { paymentInfo } = command.body;
  const { requestId } = command;
  const token = await newMethodToken(tx, deps, { companyId, requestId, token: paymentInfo.token });
  const wished = wishedBy(decided, null);
  const { principal, evidence } = command;
  await refuseCardTesting(tx, deps, { principal, address: evidence.ipAddress });
  return {
    kind: 'to_keep',
    ...(await beginSetup(tx, deps, { wished, typed: { token, paymentInfo } })),
  };
}

async function begin(tx: Tx, deps: Deps, command: ScheduleCommand): Promise<Begun> {
  const { principal, requestId, key, body } = command;
  const { companyId } = principal;
  const request = await findRequest(tx, { companyId, requestId });
  if (!request?.invoiceId) throw new AppError('REQUEST_NOT_FOUND');
  const invoice = await lockInvoice(tx, { companyId, invoiceId: request.invoiceId });
  const company = await findCompany(tx, companyId);
  invariant(invoice && company, 'a request has its invoice and company');
  const repeated = await findSetupByKey(tx, { companyId, actor: principalName(principal), key });
  if (repeated) {
    if (repeated.requestHash !== hashOf(command)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return { kind: 'repeated', setup: repeated };
  }
  const { pmID, token } = body.paymentInfo;
  if (pmID && token) throw new AppError('INVALID_REQUEST');
  const decided = { command, invoice, company, wish: wishOf(command) };
  return pmID ? withKept(tx, deps, decided) : withTyped(tx, deps, decided);
}

const STATUSES = {
  SENT: 'PENDING',
  ACTION_REQUIRED: 'PENDING',
  KEPT: 'SUCCESS',
  FAILED: 'FAILED',
} as const satisfies Record<Setup['state'], SubmitAnswer['status']>;

const MESSAGES = {
  PENDING: PAYMENT_TOASTS.processing,
  SUCCESS: SCHEDULED_MESSAGE,
  FAILED: PAYMENT_TOASTS.failed,
} as const;

function answerFor(setup: Setup, outcome?: SetupOutcome): SubmitAnswer {
  const status = STATUSES[setup.state];
  const threeDSData = outcome?.kind === 'action_required' ? outcome.threeDSData : null;
  return {
    success: status !== 'FAILED',
    message: MESSAGES[status],
    ...(setup.responseMessage ? { responseMessage: setup.responseMessage } : {}),
    paymentId: attemptIdSchema.parse(setup.id),
    status,
    isThreeDSActionRequired: threeDSData !== null,
    ...(threeDSData !== null ? { threeDSData } : {}),
  };
}

/** The same key again: the finished answer, or "still running", but never a second start. */
function answerRepeat(setup: Setup): Scheduled {
  if (STATUSES[setup.state] === 'PENDING') throw new AppError('ACCOUNT_IS_PROCESSING');
  return { answer: answerFor(setup), isRepeat: true };
}

export async function schedulePayment(deps: Deps, command: ScheduleCommand): Promise<Scheduled> {
  const { principal, requestId, body } = command;
  if (!mayPay(principal, requestId)) throw new AppError('REQUEST_NOT_FOUND');
  const { companyId, customerId } = principal;
  await refuseNewBankAccounts(deps, { companyId, kind: body.paymentInfo.paymentType });
  const processor = await reachProcessor(deps, { companyId, named: body.processor });
  const begun = await deps.database.inCompany({ companyId, customerId }, (tx) =>
    begin(tx, deps, command),
  );
  if (begun.kind === 'repeated') return answerRepeat(begun.setup);
  if (begun.kind === 'scheduled') return { answer: answerFor(begun.setup), isRepeat: false };
  const { setup, outcome } = await keepMethod(deps, processor, begun);
  if (outcome.kind === 'not_sent') {
    throw new AppError('PROCESSOR_UNAVAILABLE', {
      responseMessage: ERRORS.PROCESSOR_UNAVAILABLE.message,
    });
  }
  return { answer: answerFor(setup, outcome), isRepeat: false };
}
