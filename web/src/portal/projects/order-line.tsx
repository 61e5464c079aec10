// One order: name, balance, and for a payable one a checkbox and an amount.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type { Order } from '@quittance/contract/projects/portal-schemas';
import { ordersTexts } from '#texts/account/orders';
import { PROJECT_STATUS_LABELS } from '#texts/shared/labels';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { RemainingBalance } from '../../shared/ui/data/remaining-balance.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import styles from './order-builder.module.css';
import { amountError, balanceOf } from './order-choice.ts';

const css = bindClasses(styles);

type OrderLineProps = {
  order: Order;
  company: Pick<Company, 'processor'>;
  /** Null while the order is not selected. */
  typed: string | null;
  onToggle?: () => void;
  onType?: (text: string) => void;
};

export function OrderLine({ order, company, typed, onToggle, onType }: OrderLineProps) {
  const words = (
    <>
      <span className={css('name')}>{order.name}</span>
      <Text as="span" size="small" tone="subtle">
        {order.orderRef}
      </Text>
    </>
  );
  return (
    <li className={css('line')}>
      <div className={css('what')}>
        {onToggle ? (
          <Checkbox isChecked={typed !== null} onCheckedChange={onToggle}>
            <span className={css('words')}>{words}</span>
          </Checkbox>
        ) : (
          <span className={css('words', 'still')}>{words}</span>
        )}
      </div>
      <div className={css('left')}>
        {!onToggle && <Badge label={PROJECT_STATUS_LABELS[order.status]} />}
        <div className={css('amounts')}>
          <RemainingBalance
            left={formatMoney(balanceOf(order))}
            total={formatMoney(order.totalBalance)}
            isStrong={order.isPayable}
          />
        </div>
      </div>
      {typed !== null && (
        <div className={css('amount')}>
          <Input
            label={ordersTexts.amountFor(order.orderRef)}
            lead="$"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={amountError(order, typed, company) ?? undefined}
            onChange={(event) => onType?.(event.target.value)}
          />
        </div>
      )}
    </li>
  );
}
