/**
 * One press of the pay button: tokenizes or uses the saved method, submits, and runs the bank's challenge if
 * required. `store/request.ts` interprets the response for the overlay.
 */

import type { IdempotencyKey } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { PaymentInfo } from '@quittance/contract/payments/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { errorTexts } from '#texts/shared/errors';
import type { FieldName } from '../../processors/fields.ts';
import { loadProcessor } from '../../processors/registry.ts';
import { selectPayable } from '../../store/payable.ts';
import type { AppThunk } from '../../store/root.ts';
import type { PayContext } from '../../store/selectors.ts';
import type { SubmitOutcome } from '../../store/submit-outcome.ts';
import {
  payEstimate,
  payInFull,
  payInvoices,
  payOwnAmount,
  payPartial,
  schedulePayment,
  startPlan,
} from '../../store/submits.ts';
import { type ChargeTerms, preSubmitError } from './charge-terms.ts';
import { finishSubmit } from './finish-submit.ts';
import { collectPaymentInfo, type MethodSource } from './payment-info.ts';

export type MethodPayment = {
  context: PayContext;
  kind: ChargeKind;
  terms: ChargeTerms;
  source: MethodSource;
  /** The authorization text the payer read. Null for a one-time card payment. */
  mandateText: string | null;
  /** 'Save payment method for future payments'. Null if saving is not offered. */
  isSaved: boolean | null;
  creditCents: Cents;
  /** Must be called immediately before the submit. */
  attemptId: () => IdempotencyKey;
};

export type PaymentResult =
  | { kind: 'submitted'; outcome: SubmitOutcome }
  | { kind: 'invalid'; fields: FieldName[] }
  | { kind: 'failed'; message: string | null };

export function payWithMethod(payment: MethodPayment): AppThunk<Promise<PaymentResult>> {
  return async (dispatch, getState) => {
    const message = preSubmitError(payment.terms.schedule, getState().request.requestId);
    if (message !== null) return { kind: 'failed', message };
    const { context, kind, source, mandateText, isSaved } = payment;
    const { processor: name, processorData: data } = context.company;
    const processor = await loadProcessor(name);
    const isScheduled = payment.terms.schedule.purpose === 'EXTENSION';
    const chargedRequestId = isScheduled ? null : context.requestId;
    const input = { processor, data, kind, source, mandateText, chargedRequestId };
    const collected = await dispatch(collectPaymentInfo(input));
    if (collected.kind !== 'collected') return collected;
    // Another tab may have paid in the meantime.
    if (!selectPayable(getState())?.isPayable)
      return { kind: 'failed', message: errorTexts.ACCOUNT_NOT_PAYABLE };
    const paymentInfo = {
      ...collected.paymentInfo,
      ...(isSaved === null ? {} : { isSavePMOnPay: isSaved }),
    };
    const sent = await dispatch(send(payment, paymentInfo));
    const confirm = (threeDSData: string) => processor.confirmAction({ data, threeDSData });
    return { kind: 'submitted', outcome: await dispatch(finishSubmit(sent, confirm)) };
  };
}

function send(payment: MethodPayment, paymentInfo: PaymentInfo): AppThunk<Promise<unknown>> {
  return async (dispatch) => {
    const { context, terms, attemptId, creditCents } = payment;
    const { schedule, quote: amounts } = terms;
    const paid = { params: { id: context.requestId }, idempotencyKey: attemptId() };
    const base = { processor: context.company.processor, paymentInfo };
    const quote = { amount: amounts.amountCents, fee: amounts.feeCents };
    switch (schedule.purpose) {
      case 'FULL_AMOUNT':
        return dispatch(
          payInFull({
            ...paid,
            body: { ...base, quote, ...(creditCents > 0 && { credit: creditCents }) },
          }),
        );
      case 'OWN_AMOUNT':
        return dispatch(payOwnAmount({ ...paid, body: { ...base, quote } }));
      case 'INVOICES':
        return dispatch(payInvoices({ ...paid, body: { ...base, quote } }));
      case 'PARTIAL':
        return dispatch(payPartial({ ...paid, body: { ...base, quote } }));
      case 'ESTIMATE':
        return dispatch(payEstimate({ ...paid, body: { ...base, quote } }));
      case 'PLAN': {
        const installments = schedule.installments.map(({ dueOn: date, costCents: cost }) => ({
          date,
          cost,
        }));
        const body = { ...base, quote, installments, isAutoChargeAgreed: true } as const;
        return dispatch(startPlan({ ...paid, body }));
      }
      case 'EXTENSION': {
        const { date } = schedule;
        if (!date) return null;
        const body = { ...base, date, quote, isAutoChargeAgreed: true } as const;
        return dispatch(schedulePayment({ ...paid, body }));
      }
    }
  };
}
