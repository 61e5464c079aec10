// Maps transactions to response bodies, based on the published samples.
import { RETURN_REASONS } from '../../scenarios.ts';
import { toAmount } from '../api/amount.ts';
import type {
  HostOutcome,
  Instrument,
  Merchant,
  MerchantIds,
  Refund,
  Transaction,
} from '../store.ts';
import { declined } from './host.ts';

export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

export type TransactionProcessing = {
  transactionType: string;
  transactionState: string;
  transactionOrigin?: string;
  transactionId: string;
  orderId?: string;
  clientRequestId: string;
  atMs: number;
};

export function gatewayResponse(processing: TransactionProcessing) {
  const { transactionType, transactionState, transactionOrigin } = processing;
  return {
    transactionType,
    transactionState,
    transactionOrigin,
    transactionProcessingDetails: {
      orderId: processing.orderId,
      transactionTimestamp: timestamp(processing.atMs),
      apiTraceId: processing.transactionId,
      clientRequestId: processing.clientRequestId,
      transactionId: processing.transactionId,
    },
  };
}

/** Account numbers are masked, although the published sample shows them in full. */
export function instrumentPart(instrument: Instrument) {
  if (instrument.kind === 'bank') {
    const { routingNumber, last4 } = instrument;
    return { check: { routingNumber, accountNumber: `*****${last4}` } };
  }
  const { bin, last4, scheme, expirationMonth, expirationYear } = instrument;
  return { card: { expirationMonth, expirationYear, bin, last4, scheme } };
}

type Receipt = { verdict: HostOutcome; approvalCode: string | null };

export function responseDetails({ verdict, approvalCode }: Receipt) {
  return {
    ...verdict,
    approvalCode: approvalCode ?? undefined,
    processor: 'FISERV',
  };
}

function toDetails({ merchantTransactionId, merchantOrderId, merchantInvoiceNumber }: MerchantIds) {
  return {
    merchantTransactionId: merchantTransactionId ?? undefined,
    merchantOrderId: merchantOrderId ?? undefined,
    merchantInvoiceNumber: merchantInvoiceNumber ?? undefined,
  };
}

const isBank = ({ instrument }: Transaction) => instrument.kind === 'bank';

/** Includes the Nacha code of a returned debit. Its position in the response is invented. */
function toVerdict({ verdict, returnCode }: Transaction): HostOutcome {
  if (returnCode === null) return verdict;
  return {
    approvalStatus: 'DECLINED',
    responseCode: '006',
    responseMessage: 'Returned',
    hostResponseCode: returnCode,
    hostResponseMessage: RETURN_REASONS[returnCode],
  };
}

function toReceipt(transaction: Transaction) {
  const { amountCents, currency, approvalCode } = transaction;
  const isApproved = transaction.verdict.approvalStatus === 'APPROVED';
  const verdict = toVerdict(transaction);
  return {
    ...(isApproved ? { approvedAmount: toAmount(amountCents, currency) } : {}),
    processorResponseDetails: {
      ...responseDetails({ verdict, approvalCode }),
      ...(isBank(transaction)
        ? { host: 'CONNECT_PAY', networkRouted: 'TELECHECK' }
        : { host: 'NASHVILLE' }),
    },
  };
}

/** The reference to the first charge of a stored card, which later charges must send. */
export function storedPart(schemeReferenceTransactionId: string) {
  return { storedCredentials: { schemeReferenceTransactionId } };
}

export function transactionAnswer(transaction: Transaction, merchant: Merchant) {
  const { state, origin, orderId, transactionId, clientRequestId, sourceType } = transaction;
  return {
    gatewayResponse: gatewayResponse({
      transactionType: isBank(transaction) ? 'CHARGE_SALE' : 'CHARGE',
      transactionState: state,
      transactionOrigin: origin,
      transactionId,
      orderId,
      clientRequestId,
      atMs: transaction.createdAtMs,
    }),
    source: { sourceType, ...instrumentPart(transaction.instrument) },
    paymentReceipt: toReceipt(transaction),
    transactionDetails: {
      captureFlag: state !== 'AUTHORIZED',
      ...toDetails(transaction.merchantIds),
    },
    transactionInteraction: { origin },
    merchantDetails: { merchantId: merchant.merchantId, terminalId: merchant.terminalId },
    ...(transaction.isStored ? storedPart(transaction.schemeTransactionId) : {}),
  };
}

/** The response code of a pending transaction is published. Pending refunds are a guess. */
const REFUND_STATES = { pending: 'PENDING', succeeded: 'CAPTURED', failed: 'DECLINED' } as const;

function refundVerdict({ status }: Refund, approved: HostOutcome): HostOutcome {
  if (status === 'failed') return declined('006');
  if (status === 'succeeded') return approved;
  return { ...approved, responseCode: '002', responseMessage: 'Pending' };
}

export function refundAnswer(transaction: Transaction, refund: Refund) {
  const { currency, origin, orderId, sourceType, instrument, verdict } = transaction;
  return {
    gatewayResponse: gatewayResponse({
      transactionType: 'REFUND',
      transactionState: REFUND_STATES[refund.status],
      transactionOrigin: origin,
      transactionId: refund.transactionId,
      orderId,
      clientRequestId: refund.clientRequestId,
      atMs: refund.createdAtMs,
    }),
    source: { sourceType, ...instrumentPart(instrument) },
    paymentReceipt: {
      ...(refund.status === 'failed'
        ? {}
        : { approvedAmount: toAmount(refund.amountCents, currency) }),
      processorResponseDetails: responseDetails({
        verdict: refundVerdict(refund, verdict),
        approvalCode: refund.approvalCode,
      }),
    },
    transactionDetails: { captureFlag: true, ...toDetails(refund.merchantIds) },
  };
}
