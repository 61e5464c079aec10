// Columns of the orders of a partial request.

import { formatMoney } from '@quittance/contract/format';
import type { OrderId } from '@quittance/contract/ids';
import { subtractCents } from '@quittance/contract/money';
import type { PartialRequest, PublicOrder } from '@quittance/contract/projects/portal-schemas';
import { ordersTexts } from '#texts/account/orders';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Sentence } from '../../shared/ui/text/sentence.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

type PartialOrder = PartialRequest['orders'][number];

type Removal = { onRemove: (id: OrderId) => void; isBusy: boolean };

const WHICH: Column<PublicOrder> = {
  key: 'order',
  header: ordersTexts.columns.order,
  card: 'title',
  width: '50%',
  cell: ({ name, orderRef }) => (
    <TwoLineCell note={orderRef}>
      <Text isStrong>{name}</Text>
    </TwoLineCell>
  ),
};

const HOW_MUCH: Column<PublicOrder> = {
  key: 'amount',
  header: ordersTexts.columns.amount,
  align: 'end',
  card: 'aside',
  cell: ({ amount, totalBalance, paidBalance }) => {
    const left = <Money text={formatMoney(subtractCents(totalBalance, paidBalance))} />;
    return (
      <TwoLineCell note={<Sentence parts={ordersTexts.ofLeft(left)} />}>
        <Money text={formatMoney(amount)} isStrong />
      </TwoLineCell>
    );
  },
};

/** A paid request does not show the remaining balance of its orders. */
const PAID: Column<PublicOrder> = {
  ...HOW_MUCH,
  header: ordersTexts.columns.paid,
  cell: ({ amount }) => <Money text={formatMoney(amount)} isStrong />,
};

export function stillColumns(isPaid: boolean): Column<PublicOrder>[] {
  return [WHICH, isPaid ? PAID : HOW_MUCH];
}

export function requestColumns(removal: Removal): Column<PartialOrder>[] {
  const remove: Column<PartialOrder> = {
    key: 'remove',
    header: ordersTexts.columns.remove,
    isHeaderHidden: true,
    align: 'end',
    card: 'action',
    width: '64px',
    cell: ({ id, orderRef }) => (
      <IconButton
        icon="trash"
        label={ordersTexts.remove(orderRef)}
        disabled={removal.isBusy}
        onClick={() => removal.onRemove(id)}
      />
    ),
  };
  return [...stillColumns(false), remove];
}
