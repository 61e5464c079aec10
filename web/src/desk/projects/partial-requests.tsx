// What was asked for of the orders of a project, in parts (R12). A request can be on several orders.

import { useEffect, useState } from 'react';
import { Text } from '../../ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useClient } from '../api/client-context.ts';
import { type Failure, sentenceOf } from '../api/failure.ts';
import { formatMoney, useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { SmallTable } from '../forms/small-table.tsx';
import { projectsTexts } from '../texts/projects.ts';
import { RequestBadge } from './billing-badges.tsx';

type PartialRequest = AnswerOf<'listPartialRequests'>['data'][number];

type Found = { requests: readonly PartialRequest[]; failure: Failure | null };

/** Of all orders, the newest first, each once. */
function useRequests(orderIds: readonly string[]): Found | null {
  const client = useClient();
  const [found, setFound] = useState<Found | null>(null);
  const ids = orderIds.join(' ');
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const results = await Promise.all(
        ids
          .split(' ')
          .map((orderId) =>
            client.call('listPartialRequests', { params: { orderId } }, { signal: stop.signal }),
          ),
      );
      if (stop.signal.aborted) return;
      const failed = results.find((result) => !result.isOk);
      const all = results.flatMap((result) => (result.isOk ? result.answer.data : []));
      const byId = new Map(all.map((request) => [request.id, request]));
      const requests = [...byId.values()].toSorted((one, other) =>
        other.createdAt.localeCompare(one.createdAt),
      );
      setFound({ requests, failure: failed && !failed.isOk ? failed.failure : null });
    };
    void read();
    return () => stop.abort();
  }, [client, ids]);
  return found;
}

export function PartialRequests({ orders }: { orders: readonly { id: string }[] }) {
  const { moment } = useMoments();
  const texts = projectsTexts;
  const found = useRequests(orders.map(({ id }) => id));
  if (!found) return null;
  const { requests, failure } = found;
  return (
    <Section title={texts.requests} text={texts.requestsText}>
      {failure && <Text tone="muted">{sentenceOf(failure)}</Text>}
      {!failure && requests.length === 0 && <Text tone="muted">{texts.noRequests}</Text>}
      {requests.length > 0 && (
        <SmallTable
          caption={texts.requests}
          rows={requests}
          rowKey={({ id }) => id}
          columns={[
            {
              header: texts.request.created,
              cell: ({ createdAt }: PartialRequest) => moment(createdAt),
            },
            {
              header: texts.request.orders,
              isText: true,
              cell: (request) => request.orders.map(({ orderRef }) => orderRef).join(', '),
            },
            { header: texts.request.state, cell: ({ state }) => <RequestBadge state={state} /> },
            { header: texts.request.total, align: 'end', cell: ({ total }) => formatMoney(total) },
          ]}
        />
      )}
    </Section>
  );
}
