// The deliveries to an endpoint, newest first. Each event can be sent again.

import type {
  DeliveryState,
  WebhookDelivery,
} from '@quittance/contract/webhooks/webhook-endpoints';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { webhooksTexts } from '../texts/access.ts';

const TONES = {
  PENDING: 'warning',
  DELIVERED: 'success',
  GIVEN_UP: 'danger',
} as const satisfies Record<DeliveryState, Tone>;

const SHOWN = 25;
const SHOWN_MAX = 100;

export function DeliveryLog({ endpointId }: { endpointId: string }) {
  const [limit, setLimit] = useState(SHOWN);
  const deliveries = useRead('listWebhookDeliveries', { params: { endpointId }, query: { limit } });
  return (
    <ReadView read={deliveries}>
      {({ data, nextCursor }) => (
        <Stack gap={3}>
          <Deliveries endpointId={endpointId} deliveries={data} onSent={deliveries.again} />
          {nextCursor !== null && limit < SHOWN_MAX && (
            <div>
              <Button
                variant="secondary"
                size="small"
                isLoading={deliveries.isReading}
                onClick={() => setLimit(SHOWN_MAX)}
              >
                {webhooksTexts.more}
              </Button>
            </div>
          )}
        </Stack>
      )}
    </ReadView>
  );
}

type DeliveriesProps = {
  endpointId: string;
  deliveries: readonly WebhookDelivery[];
  onSent: () => void;
};

function Deliveries({ endpointId, deliveries, onSent }: DeliveriesProps) {
  const { moment } = useMoments();
  const { columns, ...texts } = webhooksTexts;
  return (
    <Table
      caption={texts.deliveries}
      empty={texts.noDeliveries}
      rows={deliveries}
      rowKey={({ id }) => id}
      columns={[
        { header: columns.at, cell: ({ createdAt }) => moment(createdAt) },
        { header: columns.type, cell: ({ type }) => type },
        {
          header: columns.state,
          cell: ({ state }) => <Badge tone={TONES[state]} label={texts.deliveryStates[state]} />,
        },
        { header: columns.tries, align: 'end', cell: ({ tries }) => tries },
        {
          header: columns.answer,
          isText: true,
          cell: ({ status, failure, nextTryAt }) =>
            [status, failure, nextTryAt && texts.next(moment(nextTryAt))]
              .filter(Boolean)
              .join(' · '),
        },
        {
          header: texts.actions,
          isHeaderHidden: true,
          align: 'end',
          cell: ({ id }) => (
            <ActionButton
              variant="quiet"
              size="small"
              isFlush
              call="replayDelivery"
              input={{ params: { endpointId, deliveryId: id } }}
              label={texts.sendAgain}
              done={({ count }) => texts.replayed(count)}
              onDone={onSent}
            />
          ),
        },
      ]}
    />
  );
}
