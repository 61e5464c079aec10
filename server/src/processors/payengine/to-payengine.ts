/** Ours → theirs: an order for a charge as PayEngine's request. Pure. */
import { centsToDecimal } from '@quittance/contract/money';
import type { ChargeOrder, RefundOrder } from '../processor.ts';
import type { AchRequest, RefundRequest, SaleRequest } from './wire.ts';

const DESCRIPTION = 'Invoice ';

/** What a charge of ours says it is for. */
export function invoiceRefIn(description: string | undefined): string | null {
  return description?.startsWith(DESCRIPTION) ? description.slice(DESCRIPTION.length) : null;
}

function chargeData(order: ChargeOrder) {
  return {
    transactionAmount: centsToDecimal(order.amountCents),
    internalTransactionID: order.reference,
    description: `${DESCRIPTION}${order.invoiceRef}`.slice(0, 255),
    // False would also take back a method that is kept already.
    store_payment_method: order.savesMethod || order.source.kind === 'saved',
    initiated_by: order.initiator === 'CIT' ? 'customer' : 'merchant',
  } as const;
}

/** 3-D Secure needs the payer's browser, so only a charge they started attempts it. */
export function toSale(order: ChargeOrder, merchantId: string): SaleRequest {
  return {
    merchant_id: merchantId,
    ...(order.browserInfo ? { attempt3DSecure: true, browserInfo: order.browserInfo } : {}),
    data: { ...chargeData(order), cardToken: order.source.token.reveal(), currencyCode: 'USD' },
  };
}

export function toAch(order: ChargeOrder, merchantId: string): AchRequest {
  return {
    merchant_id: merchantId,
    data: { ...chargeData(order), accountToken: order.source.token.reveal() },
  };
}

export function toRefund(order: RefundOrder): RefundRequest {
  return {
    id: order.processorReference,
    amount: centsToDecimal(order.amountCents),
    reason: `Refund ${order.reference}`,
  };
}
