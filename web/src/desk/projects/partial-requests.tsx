// The partial payments requested for the orders of a project (R12). A request can cover several orders.

import { useEffect, useState } from 'react';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useClient } from '../api/client-context.ts';
import { type Failure, toSentence } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { formatMoney, useMoments } from '../format.ts';
import { ConfirmAction } from '../forms/confirm-action.tsx';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { projectFormTexts } from '../texts/project-forms.ts';
import { projectsTexts } from '../texts/projects.ts';
import { RequestBadge } from './billing-badges.tsx';
import { LinkButton } from './link-button.tsx';

type PartialRequest = AnswerOf<'listPartialRequests'>['data'][number];

type RequestsResult = { requests: readonly PartialRequest[]; failure: Failure | null };

type RequestsQuery = { orders: readonly { id: string }[]; round: number };

/** Returns the requests of all orders, newest first, each once. They are reloaded with the orders. */
function useRequests({ orders, round }: RequestsQuery): RequestsResult | null {
  const client = useClient();
  const [found, setFound] = useState<RequestsResult | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the requests may have changed although the orders have not
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const results = await Promise.all(
        orders.map(({ id: orderId }) =>
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
  }, [client, orders, round]);
  return found;
}

type PartialRequestsProps = RequestsQuery & { onChanged: () => void };

export function PartialRequests({ onChanged, ...asked }: PartialRequestsProps) {
  const can = useCan();
  const { moment } = useMoments();
  const texts = projectsTexts;
  const found = useRequests(asked);
  if (!found) return null;
  const { requests, failure } = found;
  return (
    <Section title={texts.requests} text={texts.requestsText}>
      {failure && <Text tone="muted">{toSentence(failure)}</Text>}
      {!failure && requests.length === 0 && <Text tone="muted">{texts.noRequests}</Text>}
      {requests.length > 0 && (
        <Table
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
              cell: ({ id, state, orders: asked }) => (
                <>
                  {asked.map(({ orderRef }) => orderRef).join(', ')}
                  {state === 'OPEN' && can('write') && (
                    <Stack direction="row" gap={4} wraps>
                      <LinkButton
                        call="createPartialRequestLink"
                        input={{ params: { partialRequestId: id } }}
                      />
                      <ConfirmAction
                        call="cancelPartialRequest"
                        input={{ params: { partialRequestId: id } }}
                        label={projectFormTexts.cancelRequest}
                        title={projectFormTexts.cancelRequestTitle}
                        text={projectFormTexts.cancelRequestText}
                        confirm={projectFormTexts.cancelRequestConfirm}
                        done={projectFormTexts.requestCanceled}
                        onDone={onChanged}
                      />
                    </Stack>
                  )}
                </>
              ),
            },
            { header: texts.request.state, cell: ({ state }) => <RequestBadge state={state} /> },
            { header: texts.request.total, align: 'end', cell: ({ total }) => formatMoney(total) },
          ]}
        />
      )}
    </Section>
  );
}
