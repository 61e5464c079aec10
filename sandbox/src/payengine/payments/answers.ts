// Maps payments to response bodies: the response to a charge, the details of a transaction, a row of a list. Names
// follow the "merchant-api-reference" dialect (v1).
import { RETURN_REASONS } from '../../scenarios.ts';
import { fromCents } from '../amount.ts';
import type { HostReport, Payment, Refund } from '../store.ts';

const GATEWAY = { gateway: 'sandbox', gateway_id: 'gw_sandbox' } as const;

function timestamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

function hostPart(host: HostReport, createdAtMs: number) {
  return {
    status: host.status,
    responseCode: host.responseCode,
    responseMessage: host.responseMessage,
    authCode: host.authCode ?? undefined,
    hostReferenceNumber: host.hostReferenceNumber,
    hostResponseCode: host.hostResponseCode,
    transactionID: host.hostTransactionId,
    transactionTimestamp: timestamp(createdAtMs),
  };
}

function saleResponse(payment: Payment) {
  const { host, instrument } = payment;
  if (instrument.kind !== 'card') return undefined;
  // Follows the published sample of a sale that waits for 3-D Secure.
  if (host.status === 'PENDING_3DSAUTH') return { status: host.status };
  const amount = fromCents(payment.amountCents);
  const receipt = `${host.responseMessage} ${payment.currency} ${amount} ${instrument.last4}`;
  return {
    ...hostPart(host, payment.createdAtMs),
    transactionAmount: amount,
    processedAmount: host.status === 'PASS' ? amount : '0.00',
    addressVerificationCode: '0',
    cvvVerificationCode: 'M',
    cardType: instrument.brand,
    maskedCardNumber: instrument.last4,
    customerReceipt: `${receipt} Customer Copy`,
    merchantReceipt: `${receipt} Merchant Copy`,
  };
}

const ACH_HOST_STATUS = {
  pending: 'Accepted',
  succeeded: 'Settled',
  failed: 'Returned',
  cancelled: 'Cancelled',
  pending_3dsauth: 'Accepted',
} as const;

function achResponse(payment: Payment) {
  const { host, returnCode } = payment;
  return {
    ...hostPart(host, payment.createdAtMs),
    achHostTransactionID: host.hostTransactionId,
    achHostTransactionStatus: ACH_HOST_STATUS[payment.status],
    achHostResponseCode: host.hostResponseCode,
    achHostMessage: host.responseMessage,
    // Invented: it is not public whether and where PayEngine reports return codes.
    returnCode: returnCode ?? undefined,
    returnReason: returnCode === null ? undefined : RETURN_REASONS[returnCode],
  };
}

export function hostResponse(payment: Payment) {
  return saleResponse(payment) ?? achResponse(payment);
}

export function returnResponse(refund: Refund) {
  return {
    ...hostPart(refund.host, refund.createdAtMs),
    returnedAmount: fromCents(refund.amountCents),
  };
}

function head(payment: Payment) {
  return {
    ID: payment.id,
    TransactionID: payment.transactionId,
    MerchantID: payment.merchantId,
    gateway_id: GATEWAY.gateway_id,
    Description: payment.description ?? undefined,
    internalTransactionID: payment.internalTransactionId ?? undefined,
  };
}

export type ChargeExtras = { token?: string; threeDsData?: string };

/** `token` and `threeDsData` exist only during the request; they are not stored. */
export function saleAnswer(payment: Payment, { token, threeDsData }: ChargeExtras = {}) {
  const { threeDs } = payment;
  return {
    data: {
      ...head(payment),
      token,
      ThreeDSActionRequired: threeDs?.status === 'pending',
      ThreeDSType: threeDs?.type,
      ThreeDSStatus: threeDs?.status,
      ThreeDSData: threeDsData,
      SaleResponse: saleResponse(payment),
    },
  };
}

export function achAnswer(payment: Payment, { token }: ChargeExtras = {}) {
  const { instrument } = payment;
  return {
    data: {
      ...head(payment),
      token,
      bank_routing_number: instrument.kind === 'bank' ? instrument.routingNumber : undefined,
      masked_bank_account: `****${instrument.last4}`,
      AchResponse: achResponse(payment),
    },
  };
}

type InternalIds = {
  internalTransactionID?: string | undefined;
  internal_transaction_id?: string | undefined;
};

/** A refund ordered with the names of v2.5 is answered with them. */
export function refundAnswer(payment: Payment, refund: Refund, given: InternalIds = {}) {
  const { internal_transaction_id: internalId } = given;
  if (internalId !== undefined) {
    return {
      data: {
        id: payment.id,
        transaction_id: refund.transactionId,
        merchant_id: payment.merchantId,
        reason: refund.reason,
        internal_transaction_id: internalId,
        return_response: returnResponse(refund),
      },
    };
  }
  const { internalTransactionID = payment.internalTransactionId ?? undefined } = given;
  return {
    data: {
      ...head(payment),
      TransactionID: refund.transactionId,
      internalTransactionID,
      ReturnResponse: returnResponse(refund),
    },
  };
}

export function voidAnswer(payment: Payment) {
  return { data: { ...head(payment), VoidResponse: { status: 'PASS' } } };
}

function common(payment: Payment) {
  const { instrument } = payment;
  return {
    currency: payment.currency,
    internalTransactionID: payment.internalTransactionId ?? undefined,
    ...GATEWAY,
    order_number: payment.orderNumber ?? undefined,
    description: payment.description ?? undefined,
    data:
      instrument.kind === 'card'
        ? { last_4: instrument.last4, card_type: instrument.brand, card_id: instrument.id }
        : { last_4: instrument.last4, bank_account_id: instrument.id },
    payment_method: instrument.kind === 'card' ? 'Credit Card' : 'ACH',
  };
}

/** The search reports a different status than the details of a transaction, which keep the charge's own status. */
function searchedStatus({ status, amountCents, refunds }: Payment) {
  if (status === 'cancelled') return 'canceled';
  const refundedCents = refunds
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amountCents, 0);
  if (status !== 'succeeded' || refundedCents === 0) return status;
  return refundedCents < amountCents ? 'partialRefund' : 'refunded';
}

export function transactionDetails(payment: Payment) {
  return [
    {
      id: payment.transactionId,
      ...common(payment),
      amount: fromCents(payment.amountCents),
      host_report: hostResponse(payment),
      type: 'payment',
      status: payment.status,
      settled: payment.settled,
      created_at: new Date(payment.createdAtMs).toISOString(),
    },
    ...payment.refunds.map((refund) => ({
      id: refund.transactionId,
      ...common(payment),
      amount: fromCents(refund.amountCents),
      host_report: returnResponse(refund),
      type: 'refund',
      status: refund.status,
      settled: payment.settled,
      created_at: new Date(refund.createdAtMs).toISOString(),
    })),
  ];
}

export type TransactionDetail = ReturnType<typeof transactionDetails>[number];

export function detailAnswer(payment: Payment) {
  return {
    data: {
      id: payment.id,
      merchant_id: payment.merchantId,
      amount: fromCents(payment.amountCents),
      user_consent: payment.userConsent,
      details: transactionDetails(payment),
    },
  };
}

export function listRow(payment: Payment, { id, ...detail }: TransactionDetail) {
  return {
    id: payment.id,
    transactionId: id,
    merchant_id: payment.merchantId,
    is_offline: false,
    ...detail,
    status: detail.type === 'payment' ? searchedStatus(payment) : detail.status,
  };
}
