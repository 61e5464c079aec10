// A public link to a partial request or an accepted estimate (R4): read-only, with payment.

import { formatMoney } from '@quittance/contract/format';
import { addCents } from '@quittance/contract/money';
import type { PublicOrder } from '@quittance/contract/projects/portal-schemas';
import { requestTexts } from '#texts/payment/request';
import { DataTable } from '../../../shared/ui/data/data-table.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Split } from '../../../shared/ui/layout/split.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { stillColumns } from '../../projects/request-columns.tsx';
import type { LinkedRequest } from '../../store/reads.ts';
import { useFullStore } from '../../store/use-full-store.ts';
import { EstimateHeading, EstimateItems } from './estimate-details.tsx';
import { RequestCard } from './request-card.tsx';
import { RequestHeading } from './request-heading.tsx';

export function PublicRequest({ request }: { request: LinkedRequest }) {
  return useFullStore() && <RequestPage request={request} />;
}

function RequestPage({ request }: { request: LinkedRequest }) {
  const { requestId, estimate, orders, payable, isPaid } = request;
  const lines = orders ?? [];
  const paidCents = estimate?.paidBalance ?? addCents(...lines.map(({ amount }) => amount));
  return (
    <PageColumn>
      <Stack gap={6}>
        {estimate ? <EstimateHeading estimate={estimate} /> : <OrdersHeading orders={lines} />}
        <Split
          asideFirst
          aside={
            <RequestCard
              requestId={requestId}
              payable={payable}
              isPaid={isPaid}
              paidCents={paidCents}
            />
          }
        >
          {estimate ? (
            <EstimateItems items={estimate.items} />
          ) : (
            <DataTable
              caption={requestTexts.orders}
              columns={stillColumns(isPaid)}
              rows={lines}
              rowKey={({ orderRef }) => orderRef}
            />
          )}
        </Split>
      </Stack>
    </PageColumn>
  );
}

function OrdersHeading({ orders }: { orders: readonly PublicOrder[] }) {
  const total = formatMoney(addCents(...orders.map(({ amount }) => amount)));
  return <RequestHeading count={orders.length} total={total} />;
}
