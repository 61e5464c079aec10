// The orders of a project, which can be selected and paid in part (product §5.15). Orders that cannot be paid are
// listed last.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type { OrderId } from '@quittance/contract/ids';
import {
  addCents,
  type Cents,
  cents,
  centsToDecimal,
  dollarsToCents,
  subtractCents,
} from '@quittance/contract/money';
import type { Order } from '@quittance/contract/projects/portal-schemas';
import { ordersTexts } from '#texts/account/orders';
import { PROJECT_STATUS_LABELS } from '#texts/shared/labels';
import { useKeptState } from '../../shared/hooks/use-kept-state.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { RemainingBalance } from '../../shared/ui/data/remaining-balance.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { restError } from '../store/rest-error.ts';
import styles from './order-builder.module.css';

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
  const [choice, setChoice] = useKeptState<OrderChoice>('orders', () => ({}));
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
            <Money text={formatMoney(computeTotal(payable, choice))} size="large" />
          </div>
          <Button type="submit" size="large" disabled={!chosen} isLoading={isSending}>
            {ordersTexts.submit}
          </Button>
        </div>
      )}
    </form>
  );
}

type OrderLineProps = {
  order: Order;
  company: Pick<Company, 'processor'>;
  typed: string | null;
  onToggle?: () => void;
  onType?: (text: string) => void;
};

function OrderLine({ order, company, typed, onToggle, onType }: OrderLineProps) {
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
            left={formatMoney(computeBalance(order))}
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

export type OrderChoice = Readonly<Partial<Record<OrderId, string>>>;

function computeBalance({ totalBalance, paidBalance }: Order): Cents {
  return subtractCents(totalBalance, paidBalance);
}

export function toggled(choice: OrderChoice, order: Order): OrderChoice {
  const { [order.id]: typed, ...others } = choice;
  return typed === undefined
    ? { ...choice, [order.id]: centsToDecimal(computeBalance(order)) }
    : others;
}

type ChoiceCompany = Pick<Company, 'processor'>;

export function amountError(order: Order, typed: string, company: ChoiceCompany): string | null {
  const amount = dollarsToCents(typed);
  if (amount === null || amount < 1) return ordersTexts.noAmount;
  const balance = computeBalance(order);
  if (amount > balance) return ordersTexts.atMost(formatMoney(balance));
  return restError(amount, { owed: balance, least: cents(1), company });
}

type ChosenOrder = { id: OrderId; amount: Cents };

/** Returns null while an amount is invalid or no order is selected. */
export function chosenOrders(
  orders: readonly Order[],
  choice: OrderChoice,
  company: ChoiceCompany,
): ChosenOrder[] | null {
  const ticked = orders.filter(({ id }) => choice[id] !== undefined);
  const chosen = ticked.flatMap((order) => {
    const typed = choice[order.id] ?? '';
    const amount = dollarsToCents(typed);
    return amount === null || amountError(order, typed, company) ? [] : [{ id: order.id, amount }];
  });
  return chosen.length > 0 && chosen.length === ticked.length ? chosen : null;
}

/** Ignores amounts that cannot be parsed, so that the total updates while typing. */
export function computeTotal(orders: readonly Order[], choice: OrderChoice): Cents {
  const amounts = orders.map(({ id }) => dollarsToCents(choice[id] ?? '0'));
  return addCents(...amounts.filter((amount) => amount !== null));
}
