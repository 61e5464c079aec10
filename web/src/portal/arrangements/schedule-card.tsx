// The scheduled payment of an invoice: date, amount and method, with actions to change the method or cancel. The
// page itself has the 'Pay now' button.

import { formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { addCents } from '@quittance/contract/money';
import { scheduleTexts } from '#texts/payment/schedule';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import { MethodRow } from '../../shared/ui/data/method-row.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import styles from './charge-card.module.css';

const css = bindClasses(styles);

type Schedule = NonNullable<PublicInvoice['schedule']>;

type ScheduleCardProps = {
  schedule: Schedule;
  /** Null for a public link, because both actions need a session. */
  onChangeMethod: (() => void) | null;
  onCancel: (() => void) | null;
};

export function ScheduleCard(props: ScheduleCardProps) {
  const { schedule, onChangeMethod, onCancel } = props;
  return (
    <Card label={scheduleTexts.title}>
      <Stack gap={5}>
        <Stack direction="row" gap={3} align="center" justify="space-between">
          <Stack direction="row" gap={3} align="center">
            <Icon name="calendar" />
            <div>
              <Text isStrong>{formatDayLabel(schedule.nextTryOn ?? schedule.date)}</Text>
              <Text size="small" tone="muted">
                {schedule.nextTryOn ? scheduleTexts.nextTry : scheduleTexts.title}
              </Text>
            </div>
          </Stack>
          <Amount schedule={schedule} />
        </Stack>
        <MethodRow
          method={schedule.method}
          isSuspended={schedule.isSuspended}
          changeLabel={scheduleTexts.change}
          missing={scheduleTexts.missing}
          endsOn={schedule.endsOn && formatDayLabel(schedule.endsOn)}
          onChange={onChangeMethod}
        />
        {onCancel && (
          <Stack align="end">
            <Button variant="quiet" isFlush onClick={onCancel}>
              {scheduleTexts.cancel}
            </Button>
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

function Amount({ schedule: { amount, fee } }: { schedule: Schedule }) {
  return (
    <div className={css('cost')}>
      <Money text={formatMoney(addCents(amount, fee))} isStrong />
      {fee > 0 && (
        <Text size="small" tone="muted">
          {scheduleTexts.withFee(formatMoney(fee))}
        </Text>
      )}
    </div>
  );
}
