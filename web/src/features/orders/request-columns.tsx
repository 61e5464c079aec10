// The orders of a partial request as columns: which, how much of it is paid now, and of how much.

import { formatMoney } from '@quittance/contract/format';
import type { OrderId } from '@quittance/contract/ids';
import { subtractCents } from '@quittance/contract/money';
import type { PartialRequest } from '@quittance/contract/projects';
import type { Column } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Text } from '../../ui/text.tsx';

type PartialOrder = PartialRequest['orders'][number];

type Removal = { onRemove: (id: OrderId) => void; isBusy: boolean };

const WHICH: Column<PartialOrder> = {
  key: 'order',
  header: 'Order',
  card: 'title',
  width: '50%',
  cell: ({ name, orderRef }) => (
    <div>
      <Text isStrong>{name}</Text>
      <Text size="small" tone="subtle">
        {orderRef}
      </Text>
    </div>
  ),
};

const HOW_MUCH: Column<PartialOrder> = {
  key: 'amount',
  header: 'To pay',
  align: 'end',
  card: 'aside',
  cell: ({ amount, totalBalance, paidBalance }) => (
    <div>
      <Money text={formatMoney(amount)} isStrong />
      <Text size="small" tone="subtle">
        of <Money text={formatMoney(subtractCents(totalBalance, paidBalance))} /> left
      </Text>
    </div>
  ),
};

/** Without a removal, because the request is frozen or would be empty, there is no button. */
export function requestColumns(removal: Removal | null): Column<PartialOrder>[] {
  if (!removal) return [WHICH, HOW_MUCH];
  const remove: Column<PartialOrder> = {
    key: 'remove',
    header: 'Remove',
    isHeaderHidden: true,
    align: 'end',
    card: 'action',
    width: '64px',
    cell: ({ id, orderRef }) => (
      <IconButton
        icon="trash"
        label={`Remove ${orderRef}`}
        disabled={removal.isBusy}
        onClick={() => removal.onRemove(id)}
      />
    ),
  };
  return [WHICH, HOW_MUCH, remove];
}
