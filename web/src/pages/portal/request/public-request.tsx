// Behind a public link that leads to no invoice (R4): chosen orders or an accepted estimate, and the way to
// pay them. Nothing here can be changed: that needs a session.

import { formatMoney } from '@quittance/contract/format';
import { addCents } from '@quittance/contract/money';
import type { PublicOrder } from '@quittance/contract/projects';
import { requestTexts } from '#texts/payment/request';
import { stillColumns } from '../../../features/orders/request-columns.tsx';
import type { LinkedRequest } from '../../../state/account/linked-request.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { PageColumn } from '../../../ui/layout/page-column.tsx';
import { Split } from '../../../ui/layout/split.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { EstimateDetails } from './estimate-details.tsx';
import { RequestCard } from './request-card.tsx';
import { RequestHeading } from './request-heading.tsx';

export function PublicRequest({ request }: { request: LinkedRequest }) {
  const { estimate, orders, payable, isPaid } = request;
  const lines = orders ?? [];
  const paidCents = estimate?.paidBalance ?? addCents(...lines.map(({ amount }) => amount));
  return (
    <PageColumn>
      <Split
        asideFirst
        aside={<RequestCard payable={payable} isPaid={isPaid} paidCents={paidCents} />}
      >
        {estimate ? (
          <EstimateDetails estimate={estimate} />
        ) : (
          <OrderDetails orders={lines} isPaid={isPaid} />
        )}
      </Split>
    </PageColumn>
  );
}

type OrderDetailsProps = { orders: readonly PublicOrder[]; isPaid: boolean };

function OrderDetails({ orders, isPaid }: OrderDetailsProps) {
  return (
    <Stack gap={6}>
      <RequestHeading
        count={orders.length}
        total={formatMoney(addCents(...orders.map(({ amount }) => amount)))}
      />
      <DataTable
        caption={requestTexts.orders}
        columns={stillColumns(isPaid)}
        rows={orders}
        rowKey={({ orderRef }) => orderRef}
      />
    </Stack>
  );
}
