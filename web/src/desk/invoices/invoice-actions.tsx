// What a company can do about an invoice, by its status and the member's role. The server decides again.

import { ActionButton } from '../forms/action-button.tsx';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import type { ReactNode } from 'react';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { MoveSchedule } from '../arrangements/move-schedule.tsx';
import { ReasonAction } from '../forms/reason-action.tsx';
import { Section } from '../forms/section.tsx';
import { CashAction } from '../payments/cash-action.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { invoiceTexts } from '../texts/invoices.ts';
import { OfferAction } from './offer-action.tsx';

type Invoice = AnswerOf<'getInvoice'>;
type Props = {
  invoice: Invoice;
  /** Something of it was refunded: only that can be asked for again (R39). */
  isRefunded: boolean;
  onChanged: () => void;
};

const OPEN: readonly InvoiceStatus[] = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];
const PAID: readonly InvoiceStatus[] = ['COLLECTED', 'PAYMENT_PLAN_COLLECTED'];

export function InvoiceActions(props: Props) {
  const actions = [...useWriteActions(props), ...useMoneyActions(props)].filter(Boolean);
  if (actions.length === 0 || props.invoice.voidedAt !== null) return null;
  return (
    <Section title={invoiceTexts.actions}>
      <Stack direction="row" gap={2} wraps>
        {actions}
      </Stack>
    </Section>
  );
}

function useWriteActions({ invoice, onChanged }: Props): ReactNode[] {
  const can = useCan();
  if (!can('write')) return [];
  const { status, id: invoiceId } = invoice;
  const common = { params: { invoiceId }, onDone: onChanged };
  return [
    status === 'DRAFT' && (
      <ActionButton
        key="issue"
        call="issueInvoice"
        input={{ params: { invoiceId } }}
        label={invoiceTexts.issue}
        done={invoiceTexts.issued}
        onDone={onChanged}
      />
    ),
    OPEN.includes(status) && (
      <ReasonAction key="dispute" call="disputeInvoice" texts={invoiceTexts.dispute} {...common} />
    ),
    status === 'DISPUTED' && (
      <ReasonAction key="resolve" call="resolveInvoice" texts={invoiceTexts.resolve} {...common} />
    ),
  ];
}

function useMoneyActions({ invoice, isRefunded, onChanged }: Props): ReactNode[] {
  const can = useCan();
  if (!can('money')) return [];
  const { status, id: invoiceId, paid } = invoice;
  const isOpen = OPEN.includes(status);
  const common = { params: { invoiceId }, onDone: onChanged };
  const texts = invoiceTexts;
  return [
    isOpen && <OfferAction key="offer" invoice={invoice} onChanged={onChanged} />,
    isOpen && <CashAction key="cash" invoice={invoice} onChanged={onChanged} />,
    status === 'IN_COLLECTION' && (
      <ReasonAction key="off" call="writeOffInvoice" texts={texts.writeOff} {...common} />
    ),
    status === 'DEFAULTED' && (
      <ReasonAction key="due" call="reopenInvoice" texts={texts.reopenWrittenOff} {...common} />
    ),
    PAID.includes(status) && isRefunded && (
      <ReasonAction key="reopen" call="reopenInvoice" texts={texts.reopen} {...common} />
    ),
    status === 'PAYMENT_PLAN_IN_PROGRESS' && (
      <ReasonAction
        key="plan"
        call="cancelPlan"
        texts={attentionTexts.cancelPlan}
        isDanger
        {...common}
      />
    ),
    status === 'PAYMENT_EXTENSION' && (
      <MoveSchedule key="move" invoiceId={invoiceId} onMoved={onChanged} />
    ),
    status === 'PAYMENT_EXTENSION' && (
      <ReasonAction
        key="schedule"
        call="cancelSchedule"
        texts={attentionTexts.cancelSchedule}
        isDanger
        {...common}
      />
    ),
    (isOpen || status === 'DRAFT') && paid === 0 && (
      <ReasonAction key="void" call="voidInvoice" texts={texts.void} isDanger {...common} />
    ),
  ];
}
