// The refunds of a payment, ours and those found at the processor.

import type { Refund } from '@quittance/contract/payments/refund-schemas';
import { formatMoney, useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { RefundBadge } from '../records/status-badges.tsx';
import { paymentTexts } from '../texts/payments.ts';

/** Why it failed, and what was done about it. */
function whyOf({ failureReason, resolution }: Refund): string {
  const done = resolution && paymentTexts.refundResolutions[resolution];
  return [failureReason, done].filter(Boolean).join(' · ') || paymentTexts.none;
}

export function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  const { moment } = useMoments();
  const { refundColumns, origins } = paymentTexts;
  return (
    <Section title={paymentTexts.refunds}>
      <Table
        caption={paymentTexts.refunds}
        empty={paymentTexts.noRefunds}
        rows={refunds}
        rowKey={({ id }) => id}
        columns={[
          { header: refundColumns.created, cell: ({ createdAt }) => moment(createdAt) },
          { header: refundColumns.amount, cell: ({ amount }) => formatMoney(amount) },
          { header: refundColumns.origin, cell: ({ origin }) => origins[origin] },
          { header: refundColumns.state, cell: ({ state }) => <RefundBadge state={state} /> },
          { header: refundColumns.reason, cell: whyOf, isText: true },
        ]}
      />
    </Section>
  );
}
