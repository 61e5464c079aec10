// The orders of a project, to select and pay in part (product §5.15). Orders that cannot be paid are listed
// last.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type { Order } from '@quittance/contract/projects/portal-schemas';
import { useState } from 'react';
import { ordersTexts } from '#texts/account/orders';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import styles from './order-builder.module.css';
import {
  type ChosenOrder,
  chosenOrders,
  type OrderChoice,
  toggled,
  totalOf,
} from './order-choice.ts';
import { OrderLine } from './order-line.tsx';

const css = bindClasses(styles);

type OrderBuilderProps = {
  orders: readonly Order[];
  company: Pick<Company, 'processor'>;
  isSending: boolean;
  onContinue: (chosen: ChosenOrder[]) => void;
};

export function OrderBuilder({ orders, company, isSending, onContinue }: OrderBuilderProps) {
  const payable = orders.filter(({ isPayable }) => isPayable);
  const others = orders.filter(({ isPayable }) => !isPayable);
  const [choice, setChoice] = useState<OrderChoice>({});
  const chosen = chosenOrders(payable, choice, company);
  const count = Object.keys(choice).length;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onContinue(chosen);
      }}
    >
      <ul className={css('list')} aria-label={ordersTexts.title}>
        {payable.map((order) => (
          <OrderLine
            key={order.id}
            order={order}
            company={company}
            typed={choice[order.id] ?? null}
            onToggle={() => setChoice(toggled(choice, order))}
            onType={(text) => setChoice({ ...choice, [order.id]: text })}
          />
        ))}
        {others.map((order) => (
          <OrderLine key={order.id} order={order} company={company} typed={null} />
        ))}
      </ul>
      {payable.length > 0 && (
        <div className={css('sum')}>
          <div aria-live="polite">
            <Text size="small" tone="muted">
              {count === 0 ? ordersTexts.none : ordersTexts.chosen(count)}
            </Text>
            <Money text={formatMoney(totalOf(payable, choice))} size="large" />
          </div>
          <Button type="submit" size="large" disabled={!chosen} isLoading={isSending}>
            {ordersTexts.submit}
          </Button>
        </div>
      )}
    </form>
  );
}
