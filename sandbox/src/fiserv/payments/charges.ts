// POST /payments/v1/charges: charges a session, a token or a bank account, or captures an
// authorized charge. A decline is a 201 with DECLINED and is recorded like a sale.
import { toCents } from '../api/amount.ts';
import { ChargesBody } from '../api/bodies.ts';
import { parseBody, refusal, traceId } from '../api/gateway-error.ts';
import { type Call, requireOwn } from '../api/merchants.ts';
import type { PreparedOperation } from '../api/operation.ts';
import { type Funds, markUsed, toFunds } from '../methods/sources.ts';
import { makeToken } from '../methods/tokens.ts';
import type { Authentication, HostOutcome, MerchantIds, Store, Transaction } from '../store.ts';
import { proofFor } from '../three-ds/three-ds.ts';
import { transactionAnswer } from './answers.ts';
import { APPROVED, approvalCode, cardOutcome, declined, digits } from './host.ts';
import { planSettlement } from './settlement.ts';
import { findCharge } from './transactions.ts';

export function toMerchantIds(details: ChargesBody['transactionDetails']): MerchantIds {
  return {
    merchantTransactionId: details?.merchantTransactionId ?? null,
    merchantOrderId: details?.merchantOrderId ?? null,
    merchantInvoiceNumber: details?.merchantInvoiceNumber ?? null,
  };
}

type Charge = {
  call: Call;
  body: ChargesBody;
  funds: Funds;
  amountCents: number;
  proof: Authentication | null;
};

function chargeOutcome(store: Store, { funds, body, amountCents, proof }: Charge): HostOutcome {
  const { instrument, isDateRight } = funds;
  if (instrument.kind === 'bank') return APPROVED;
  if (!isDateRight) return declined('033', '54');
  const isMerchantInitiated = body.storedCredentials?.initiator === 'MERCHANT';
  const isAuthenticated = proof !== null;
  const charge = { card: instrument, amountCents, isMerchantInitiated, isAuthenticated };
  return cardOutcome(charge, store.clock);
}

function toState(verdict: HostOutcome, { body }: Charge): Transaction['state'] {
  if (verdict.approvalStatus === 'DECLINED') return 'DECLINED';
  return body.transactionDetails?.captureFlag === false ? 'AUTHORIZED' : 'CAPTURED';
}

function recordCharge(store: Store, charge: Charge): Transaction {
  const { call, body, funds, amountCents, proof } = charge;
  const verdict = chargeOutcome(store, charge);
  markUsed(store, funds.session, call);
  markUsed(store, proof, call);
  return store.transactions.put({
    transactionId: traceId(),
    orderId: `CHG01${traceId()}`,
    clientRequestId: call.clientRequestId,
    merchantId: call.merchant.merchantId,
    merchantIds: toMerchantIds(body.transactionDetails),
    amountCents,
    currency: 'USD',
    sourceType: funds.sourceType,
    instrument: funds.instrument,
    tokenHint: funds.tokenHint,
    origin: body.transactionInteraction?.origin ?? 'ECOM',
    state: toState(verdict, charge),
    settled: false,
    verdict,
    approvalCode: approvalCode(verdict),
    schemeTransactionId: digits(15),
    isStored: body.storedCredentials !== undefined,
    authenticated: proof !== null,
    returnCode: null,
    createdAtMs: store.clock.now(),
    refunds: [],
  });
}

function savesMethod({ body, funds }: Charge, { verdict }: Transaction): boolean {
  const isAsked = body.transactionDetails?.createToken === true;
  return isAsked && funds.session !== null && verdict.approvalStatus === 'APPROVED';
}

/** Mastercard and Discover require this data for a merchant-initiated charge of a stored card. */
function checkStored({ storedCredentials, additionalDataCommon }: ChargesBody, funds: Funds): void {
  const { instrument } = funds;
  const isLater = storedCredentials?.schemeReferenceTransactionId !== undefined;
  if (instrument.kind !== 'card' || storedCredentials?.initiator !== 'MERCHANT' || !isLater) return;
  const { billPaymentType, paymentAmountType } = additionalDataCommon ?? {};
  if (instrument.scheme === 'MASTERCARD' && billPaymentType && !paymentAmountType) {
    throw refusal('107', 'Missing Required Field', 'additionalDataCommon.paymentAmountType');
  }
  if (instrument.scheme === 'DISCOVER' && storedCredentials.schemeOriginalAmount === undefined) {
    throw refusal('107', 'Missing Required Field', 'storedCredentials.schemeOriginalAmount');
  }
}

function checkDebit({ source }: ChargesBody, { instrument, session }: Funds, call: Call): void {
  const isCheck = source?.sourceType === 'PaymentCheck';
  if (instrument.kind !== 'bank' || isCheck) return;
  if (!source?.check) throw refusal('107', 'Missing Required Field', 'source.check.checkType');
  const missing = call.merchant.neededIds.find((needed) => needed !== session?.payerId);
  if (missing) throw refusal('107', 'Missing Required Field', `customer.${missing}`);
}

function prepareSale(store: Store, call: Call, body: ChargesBody): PreparedOperation {
  if (body.amount === undefined) throw refusal('106', 'Amount or currency missing', 'amount');
  if (body.source === undefined) {
    throw refusal('102', 'Missing or Invalid Payment Source', 'source');
  }
  const funds = toFunds(store, call, body.source);
  checkStored(body, funds);
  checkDebit(body, funds, call);
  const amountCents = toCents(body.amount.total);
  const proof = proofFor(store, call, { data: body.additionalData3DS, funds, amountCents });
  const charge = { call, body, funds, amountCents, proof };
  const execute = () => {
    const transaction = recordCharge(store, charge);
    planSettlement(store, transaction);
    const kept = savesMethod(charge, transaction)
      ? { paymentTokens: makeToken(store, call, funds.instrument) }
      : {};
    return { status: 201, body: { ...transactionAnswer(transaction, call.merchant), ...kept } };
  };
  return { operation: funds.instrument.kind === 'bank' ? 'ach' : 'sale', execute };
}

function prepareCapture(store: Store, call: Call, body: ChargesBody): PreparedOperation {
  const { transactionId, state } = findCharge(store, call, body.referenceTransactionDetails ?? {});
  if (state !== 'AUTHORIZED') throw refusal('245', 'Invalid Transaction: Not Allowed');
  const execute = () => {
    const current = findCharge(store, call, { referenceTransactionId: transactionId });
    const captured = store.transactions.put({ ...current, state: 'CAPTURED' });
    planSettlement(store, captured);
    return { status: 201, body: transactionAnswer(captured, call.merchant) };
  };
  return { operation: 'sale', execute };
}

export function prepareCharge(store: Store, call: Call): PreparedOperation {
  const body = parseBody(ChargesBody, call.body);
  requireOwn(call, body.merchantDetails);
  const isCapture = body.referenceTransactionDetails !== undefined;
  return isCapture ? prepareCapture(store, call, body) : prepareSale(store, call, body);
}
