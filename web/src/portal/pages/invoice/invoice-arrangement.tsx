// The plan or scheduled payment of an invoice and the popups its buttons open. A public link can pay, but cannot
// cancel or change the method (R18).

import type { Invoice, PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import type { ConfirmType } from '@quittance/contract/vocabulary';
import { planTexts } from '#texts/payment/plan';
import { scheduleTexts } from '#texts/payment/schedule';
import { onDemand } from '../../../shared/ui/feedback/on-demand.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { PlanCard } from '../../arrangements/plan-card.tsx';
import { ScheduleCard } from '../../arrangements/schedule-card.tsx';
import { ReceiptButton } from '../../payments/receipt-button.tsx';
import { useAppDispatch } from '../../store/hooks.ts';
import { type PlanPart, popupOpened } from '../../store/popup.ts';

/** Only for signed-in customers. */
const PlanChanges = onDemand(
  async () => (await import('../../arrangements/plan-changes.tsx')).PlanChangesBar,
  { waiting: () => null },
).Component;

type ArrangementProps = { invoice: Invoice | PublicInvoice };

function useActions(invoice: Invoice | PublicInvoice) {
  const dispatch = useAppDispatch();
  const { requestId } = invoice;
  const own = 'internalRef' in invoice ? invoice : null;
  const confirm = (confirmPopupType: ConfirmType) =>
    own &&
    (() =>
      void dispatch(
        popupOpened({
          name: 'CONFIRM',
          buffer: { confirmPopupType, invoiceRef: own.internalRef },
        }),
      ));
  return {
    payPart: (planPart: PlanPart) =>
      void dispatch(popupOpened({ name: 'PAY', buffer: { requestId, planPart } })),
    confirm,
    changeMethod:
      own &&
      (() =>
        void dispatch(
          popupOpened({
            name: 'CHANGE_PM',
            buffer: { invoiceRef: own.accountRef, initialPM: own.paymentMethod?.token ?? null },
            isEdit: true,
          }),
        )),
  };
}

export function InvoiceArrangement({ invoice }: ArrangementProps) {
  const { plan, schedule, installments, payable, status } = invoice;
  const { payPart, confirm, changeMethod } = useActions(invoice);
  return (
    <>
      {schedule && (
        <Stack as="section" gap={4}>
          <Heading level={2}>{scheduleTexts.title}</Heading>
          <ScheduleCard
            schedule={schedule}
            onChangeMethod={changeMethod}
            onCancel={confirm('cancelScheduledPayment')}
          />
        </Stack>
      )}
      {plan && installments.length > 0 && (
        <Stack as="section" gap={4}>
          <Heading level={2}>{planTexts.title}</Heading>
          <PlanCard
            plan={plan}
            installments={installments}
            isRunning={status === 'PAYMENT_PLAN_IN_PROGRESS'}
            isPayable={payable.isPayable}
            renderReceipt={(installment) => (
              <ReceiptButton payment={toReceipt(installment)} look="icon" />
            )}
            onPayNext={() => payPart('next')}
            onPayAhead={() => payPart('ahead')}
            onPayRest={() => payPart('rest')}
            onChangeMethod={changeMethod}
            onCancel={confirm('cancelPaymentPlan')}
          />
          {'internalRef' in invoice && status === 'PAYMENT_PLAN_IN_PROGRESS' && (
            <PlanChanges internalRef={invoice.internalRef} />
          )}
        </Stack>
      )}
    </>
  );
}

type AnyInstallment = (Invoice | PublicInvoice)['installments'][number];

/** A public link has neither a payment id nor a receipt. */
function toReceipt(installment: AnyInstallment) {
  if (!('paymentId' in installment)) return null;
  const { paymentId: id, receiptUrl } = installment;
  return { id, receipt: receiptUrl, receiptUrl };
}
