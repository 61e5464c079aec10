// The installments of an invoice that is paid by a plan.

import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { Badge } from '../../shared/ui/text/badge.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';
import type { AnswerOf } from '../api/call-types.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { installmentsTexts as texts } from '../texts/plans.ts';

type Installment = AnswerOf<'listInstallments'>['data'][number];

const TONES = {
  OPEN: 'info',
  PENDING: 'warning',
  SUCCESS: 'success',
  FAILED: 'danger',
  CANCELED: 'neutral',
} as const satisfies Record<Installment['status'], Tone>;

const BY_PLAN: readonly InvoiceStatus[] = ['PAYMENT_PLAN_IN_PROGRESS', 'PAYMENT_PLAN_COLLECTED'];

export function InvoiceInstallments({ invoice }: { invoice: AnswerOf<'getInvoice'> }) {
  const params = { invoiceId: invoice.id };
  const isNeeded = BY_PLAN.includes(invoice.status);
  const { answer } = useRead('listInstallments', { params }, { isNeeded });
  if (!isNeeded || !answer) return null;
  const { columns } = texts;
  return (
    <Section title={texts.title}>
      <Table
        caption={texts.title}
        rows={answer.data}
        rowKey={({ number }) => String(number)}
        columns={[
          { header: columns.number, cell: ({ number }) => number },
          { header: columns.due, cell: ({ dueOn }) => formatDay(dueOn) },
          {
            header: columns.status,
            cell: ({ status }) => <Badge tone={TONES[status]} label={texts.states[status]} />,
          },
          { header: columns.fee, align: 'end', cell: ({ fee }) => formatMoney(fee) },
          { header: columns.amount, align: 'end', cell: ({ amount }) => formatMoney(amount) },
        ]}
      />
    </Section>
  );
}
