/**
 * Pays the next installment, several installments or the rest of a running plan with the plan's method (R13). The
 * submit names the installments and amounts on the screen. If the server has different ones, they are shown and the
 * payer decides again (R38). Everything after the submit is the same as for other payments.
 */

import type { Installment, PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { addCents, subtractCents, ZERO } from '@quittance/contract/money';
import { planPayment } from '@quittance/domain/checkout/plan-payment';
import { useRef, useState } from 'react';
import { payTexts } from '#texts/payment/pay';
import { formatOrdinal } from '../../../shared/lib/format.ts';
import { loadProcessor } from '../../processors/registry.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import type { PlanPart } from '../../store/popup.ts';
import { reportFailure } from '../../store/report-failure.ts';
import type { PayContext } from '../../store/selectors.ts';
import { payPlan } from '../../store/submits.ts';
import { finishSubmit } from './finish-submit.ts';
import { collectBrowserInfo, collectDeviceData } from './payment-info.ts';
import type { Quote } from './quote.ts';
import { useAttemptId } from './use-attempt-id.ts';
import type { FormNotice } from './use-payment.ts';

export type PlanOffer = { part: PlanPart; title: string; numbers: number[]; quote: Quote };

function toPart({ cost, fee, ...part }: Installment) {
  return { ...part, principalCents: subtractCents(cost, fee), feeCents: fee };
}

type Installments = Pick<PublicInvoice, 'installments'>;

export function aheadCounts({ installments }: Installments): number[] {
  const left = planPayment(installments.map(toPart), true)?.installments.length ?? 0;
  return Array.from({ length: Math.max(0, left - 2) }, (_, index) => index + 2);
}

export function planOffers({ installments }: Installments, count: number): PlanOffer[] {
  const parts = installments.map(toPart);
  const toOffer = (part: PlanPart): PlanOffer[] => {
    const payment = planPayment(parts, part === 'rest', part === 'ahead' ? count : 1);
    if (!payment) return [];
    const { installments: numbers, amountCents, feeCents } = payment;
    const ordinal = formatOrdinal({ index: Math.min(...numbers), count: parts.length });
    const { next, ahead, rest } = payTexts.planPart;
    const titles = { next: next(ordinal), ahead: ahead(numbers.length), rest };
    const totalCents = addCents(amountCents, feeCents);
    const quote = { amountCents, feeCents, totalCents };
    return [{ part, title: titles[part], numbers, quote }];
  };
  const hasAhead = aheadCounts({ installments }).includes(count);
  const rest = toOffer('rest').filter(({ numbers }) => numbers.length > 1);
  return [...toOffer('next'), ...(hasAhead ? toOffer('ahead') : []), ...rest];
}

type PlanInput = {
  context: PayContext;
  invoice: PublicInvoice;
  offer: PlanOffer | null;
};

const NOTHING: Quote = { amountCents: ZERO, feeCents: ZERO, totalCents: ZERO };

export function usePayPlan({ context, invoice, offer }: PlanInput) {
  const dispatch = useAppDispatch();
  const { company, requestId } = context;
  const isBusy = useRef(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [notice, setNotice] = useState<FormNotice | null>(null);
  const { amountCents, feeCents } = offer?.quote ?? NOTHING;
  const kind = invoice.plan?.method?.type ?? 'card';
  const attemptId = useAttemptId({
    requestId,
    option: 'PAYMENT_PLAN',
    kind,
    methodId: invoice.plan?.method?.id ?? null,
    amountCents,
    feeCents,
    arrangement: offer && `installments-${offer.numbers.join('-')}`,
  });
  const pay = async ({ part, numbers }: PlanOffer): Promise<void> => {
    const { processor: name, processorData: data } = company;
    const processor = await loadProcessor(name);
    const pmID = invoice.plan?.method?.id ?? undefined;
    const ofDevice = { processor, kind, chargedRequestId: requestId, instrument: { pmID } };
    const ofBrowser = {
      ...(await dispatch(collectBrowserInfo({ processor, data, kind }))),
      ...(await dispatch(collectDeviceData(ofDevice))),
    };
    const quote = { amount: amountCents, fee: feeCents };
    const body = { isFull: part === 'rest', quote, installments: numbers, ...ofBrowser };
    const input = { params: { id: requestId }, body, idempotencyKey: attemptId() };
    const sent = await dispatch(payPlan(input));
    const confirm = (threeDSData: string) => processor.confirmAction({ data, threeDSData });
    const outcome = await dispatch(finishSubmit(sent, confirm));
    if (outcome.kind === 'amountChanged') setNotice({ tone: 'warning', text: outcome.message });
  };
  const submit = (): void => {
    if (!offer || isBusy.current) return;
    isBusy.current = true;
    setIsSubmitting(true);
    setNotice(null);
    pay(offer)
      .catch((error: unknown) => void dispatch(reportFailure(error)))
      .finally(() => {
        isBusy.current = false;
        setIsSubmitting(false);
      });
  };
  return { submit, isSubmitting, notice };
}
