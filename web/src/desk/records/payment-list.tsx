// The payments of an invoice or a customer, newest first.

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ItemOf } from '../api/call-types.ts';
import { formatMoney, useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { Table } from '../table/table.tsx';
import { paymentsTexts } from '../texts/payments.ts';
import { MethodCell } from './method-cell.tsx';
import { PaymentBadge } from './status-badges.tsx';

type PaymentListProps = {
  title: string;
  empty: string;
  payments: readonly ItemOf<'listPayments'>[];
  action?: ReactNode;
};

export function PaymentList({ title, empty, payments, action }: PaymentListProps) {
  const paths = usePaths();
  const { moment } = useMoments();
  const { columns } = paymentsTexts;
  return (
    <Section title={title} action={action}>
      <Table
        caption={title}
        empty={empty}
        rows={payments}
        rowKey={({ id }) => id}
        columns={[
          {
            header: columns.created,
            cell: ({ id, createdAt }) => <Link to={paths.payment(id)}>{moment(createdAt)}</Link>,
          },
          { header: columns.method, cell: MethodCell },
          { header: columns.state, cell: ({ state }) => <PaymentBadge state={state} /> },
          { header: columns.amount, align: 'end', cell: ({ amount }) => formatMoney(amount) },
        ]}
      />
    </Section>
  );
}
