/** Maps orders to PayEngine's requests. */
import { centsToDecimal } from '@quittance/contract/money';
import type { ChargeOrder, RefundOrder } from '../processor.ts';

const DESCRIPTION = 'Invoice ';

/** Extracts the invoice reference from the description of a charge made here. */
export function invoiceRefIn(description: string | undefined): string | null {
  return description?.startsWith(DESCRIPTION) ? description.slice(DESCRIPTION.length) : null;
}

function chargeData(order: ChargeOrder) {
  return {
    transactionAmount: centsToDecimal(order.amountCents),
    internalTransactionID: order.reference,
    description: `${DESCRIPTION}${order.invoiceRef}`.slice(0, 255),
    // The value false would also delete a method that is already saved.
    store_payment_method: order.savesMethod || order.source.kind === 'saved',
    initiated_by: order.initiator === 'CIT' ? 'customer' : 'merchant',
  };
}

/** 3-D Secure needs the payer's browser, so only a charge with browser information attempts it. */
export function toSale(order: ChargeOrder, merchantId: string) {
  return {
    merchant_id: merchantId,
    ...(order.browserInfo ? { attempt3DSecure: true, browserInfo: order.browserInfo } : {}),
    data: { ...chargeData(order), cardToken: order.source.token.reveal(), currencyCode: 'USD' },
  };
}

export function toAch(order: ChargeOrder, merchantId: string) {
  return {
    merchant_id: merchantId,
    data: { ...chargeData(order), accountToken: order.source.token.reveal() },
  };
}

export function toRefund(order: RefundOrder) {
  return {
    id: order.processorReference,
    amount: centsToDecimal(order.amountCents),
    reason: `Refund ${order.reference}`,
  };
}
