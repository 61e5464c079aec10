// A partial request (product §5.15): its orders, removal of an order, and the total. It is frozen while a
// payment is pending (R12).

import { formatMoney } from '@quittance/contract/format';
import type { OrderId, RequestId } from '@quittance/contract/ids';
import { addCents } from '@quittance/contract/money';
import type { PartialRequest } from '@quittance/contract/projects/portal-schemas';
import { useParams } from 'react-router';
import { projectsTexts } from '#texts/account/projects';
import { requestTexts } from '#texts/payment/request';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { DataTable } from '../../../shared/ui/data/data-table.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Split } from '../../../shared/ui/layout/split.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { requestColumns, stillColumns } from '../../projects/request-columns.tsx';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { orderRemoved, updatePartialRequest } from '../../store/orders.ts';
import { ordersRequestRead, selectOrdersRequest } from '../../store/reads.ts';
import type { AppThunk } from '../../store/root.ts';
import { useRead } from '../../store/use-read.ts';
import { BackLink } from '../entry/back-link.tsx';
import { ResourceFailure } from '../entry/resource-failure.tsx';
import { RequestCard } from './request-card.tsx';
import { RequestHeading } from './request-heading.tsx';

export function RequestPage() {
  const { company: domain = '', requestId = '' } = useParams();
  // The cast is safe because the server responds with 404 to an id that is not a request id of this customer.
  const params = { id: requestId as RequestId };
  const { previous, failure, isLoading, again } = useRead({
    read: ordersRequestRead,
    request: { route: 'partialRequest', params },
  });
  const href = hrefTo(PORTAL_PAGES.projects, { company: domain });
  // A request that was just created is available before it is read.
  const request = previous?.request;
  if (request?.requestId === requestId) return <View request={request} projects={href} />;
  return (
    <ResourceFailure
      failure={failure}
      notFound={{ title: requestTexts.noSuchPayment, href, label: projectsTexts.all }}
      title={requestTexts.failed}
      onRetry={again}
      isRetrying={isLoading}
    />
  );
}

function View({ request, projects }: { request: PartialRequest; projects: string }) {
  const dispatch = useAppDispatch();
  const isLoading = useAppSelector(({ orders }) => orders.isLoading);
  const { requestId, orders, payable, isPaid } = request;
  const total = addCents(...orders.map(({ amount }) => amount));
  const isFrozen = !payable.isPayable || orders.length === 1;
  const remove = (id: OrderId): void => void dispatch(removeOrder(id));
  return (
    <PageColumn>
      <Stack gap={6}>
        <Stack gap={2}>
          <BackLink to={projects} label={projectsTexts.all} />
          <RequestHeading count={orders.length} total={formatMoney(total)} />
        </Stack>
        <Split
          asideFirst
          aside={
            <RequestCard
              requestId={requestId}
              payable={isLoading ? { ...payable, amount: total } : payable}
              isPaid={isPaid}
              paidCents={total}
            />
          }
        >
          <DataTable
            caption={requestTexts.orders}
            columns={
              isFrozen
                ? stillColumns(isPaid)
                : requestColumns({ onRemove: remove, isBusy: isLoading })
            }
            rows={orders}
            rowKey={({ id }) => id}
          />
        </Split>
      </Stack>
    </PageColumn>
  );
}

/** Removes the order optimistically, and reloads the request if the server refuses. */
function removeOrder(orderId: OrderId): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    dispatch(orderRemoved(orderId));
    const ordersRequest = selectOrdersRequest(getState());
    if (!ordersRequest) return;
    const params = { id: ordersRequest.requestId };
    const orders = ordersRequest.orders.map(({ id, amount }) => ({ id, amount }));
    const body = { orders, version: ordersRequest.version };
    const updated = await dispatch(updatePartialRequest({ params, body }));
    if (updatePartialRequest.rejected.match(updated)) await dispatch(ordersRequestRead.again());
  };
}
