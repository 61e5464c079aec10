// The plan view of the PAY popup (product §2.11): number of payments and a preview of the installments,
// computed by the domain.

import type { IsoDate } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import type { PlannedInstallment } from '@quittance/domain/checkout/plan';
import { planTexts } from '#texts/payment/plan';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatDayLabel, formatOrdinal } from '../../shared/lib/format.ts';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import styles from './installments.module.css';

const css = bindClasses(styles);

type PlanChoiceProps = {
  counts: readonly number[];
  count: number;
  installments: readonly PlannedInstallment[];
  today: IsoDate;
  onCountChange: (count: number) => void;
};

export function PlanChoice(props: PlanChoiceProps) {
  const { counts, count, installments, today, onCountChange } = props;
  return (
    <Stack gap={3}>
      <ChoiceChips
        legend={planTexts.choose}
        chips={counts.map((value) => ({ value, label: String(value) }))}
        value={count}
        onValueChange={onCountChange}
      />
      <ol className={css('list')} aria-label={planTexts.payments}>
        {installments.map(({ index, dueOn, costCents }) => (
          <li key={index} className={css('row')}>
            <span className={css('marker', index === 1 && 'next')} aria-hidden="true">
              {index}
            </span>
            <span className={css('words')}>
              <Text isStrong>
                {planTexts.payment(formatOrdinal({ index, count: installments.length }))}
              </Text>
              <Text size="small" tone="muted">
                {dueOn === today ? planTexts.today(formatDayLabel(dueOn)) : formatDayLabel(dueOn)}
              </Text>
            </span>
            <Money text={formatMoney(costCents)} isStrong />
          </li>
        ))}
      </ol>
    </Stack>
  );
}
