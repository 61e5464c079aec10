/**
 * Pays the next installment of a running plan, or the rest of it, with the plan's method (R13). There is no
 * form; everything after the submit is the same as for other payments.
 */
import { formatOrdinal } from '@quittance/contract/format';
import { addCents, type Cents, ZERO } from '@quittance/contract/money';
import type { Installment, PublicInvoice } from '@quittance/contract/schemas/invoices';
import { useRef, useState } from 'react';
import { payTexts } from '#texts/payment/pay';
import { loadProcessor } from '../../../processors/registry.ts';
import { payPlan } from '../../../state/payment/submits.ts';
import { useAppDispatch } from '../../../state/store/hooks.ts';
import type { PlanPart } from '../../../state/store/popup.ts';
import { reportFailure } from '../../../state/store/report-failure.ts';
import type { PayContext } from '../../../state/store/selectors.ts';
import { collectBrowserInfo } from '../terms/payment-info.ts';
import { finishSubmit } from './finish-submit.ts';
import { useAttemptId } from './use-attempt-id.ts';

export type PlanPayment = { part: PlanPart; title: string; totalCents: Cents };

const isUnpaid = ({ status }: Installment): boolean =>
  status !== 'SUCCESS' && status !== 'CANCELED';

/** The earliest unpaid installment, and all remaining ones if there are more. */
export function planPayments({ installments }: Pick<PublicInvoice, 'installments'>): PlanPayment[] {
  const unpaid = installments.filter(isUnpaid);
  const next = unpaid.find(({ isActive }) => isActive);
  if (!next) return [];
  const ordinal = formatOrdinal({ index: next.index, count: next.parts });
  const payments: PlanPayment[] = [
    { part: 'next', title: payTexts.planPart.next(ordinal), totalCents: next.cost },
  ];
  if (unpaid.length < 2) return payments;
  const totalCents = addCents(...unpaid.map(({ cost }) => cost));
  return [...payments, { part: 'rest', title: payTexts.planPart.rest, totalCents }];
}

type PlanInput = {
  context: PayContext;
  invoice: PublicInvoice;
  payment: PlanPayment | null;
};

export function usePayPlan({ context, invoice, payment }: PlanInput) {
  const dispatch = useAppDispatch();
  const { company, requestId } = context;
  const isBusy = useRef(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const paid = invoice.installments.filter((installment) => !isUnpaid(installment)).length;
  const totalCents = payment?.totalCents ?? ZERO;
  const kind = invoice.plan?.method?.type ?? 'card';
  const attemptId = useAttemptId({
    requestId,
    option: 'PAYMENT_PLAN',
    kind,
    methodId: invoice.plan?.method?.id ?? null,
    amountCents: totalCents,
    feeCents: ZERO, // included in the cost of each installment
    arrangement: `${payment?.part}-from-${paid + 1}`,
    isReady: payment !== null,
  });
  const pay = async (part: PlanPart): Promise<void> => {
    const { processor: name, processorData: data } = company;
    const processor = await loadProcessor(name);
    const ofBrowser = await dispatch(collectBrowserInfo({ processor, data, kind }));
    const body = { isFull: part === 'rest', ...ofBrowser };
    const input = { params: { id: requestId }, body, idempotencyKey: attemptId() };
    const sent = await dispatch(payPlan(input));
    const confirm = (threeDSData: string) => processor.confirmAction({ data, threeDSData });
    await dispatch(finishSubmit(sent, confirm));
  };
  const submit = (): void => {
    if (!payment || isBusy.current) return;
    isBusy.current = true;
    setIsSubmitting(true);
    pay(payment.part)
      .catch((error: unknown) => void dispatch(reportFailure(error)))
      .finally(() => {
        isBusy.current = false;
        setIsSubmitting(false);
      });
  };
  return { submit, isSubmitting };
}
