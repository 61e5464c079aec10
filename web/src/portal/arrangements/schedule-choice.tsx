// The schedule view of the PAY popup (product §2.12): a calendar with the allowed days, and a hint about them
// (R9).

import type { IsoDate } from '@quittance/contract/dates';
import type { ScheduleWindow } from '@quittance/domain/checkout/schedule';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

/** Loaded only when a payment is scheduled. */
const Calendar = onDemand(async () => (await import('./calendar.tsx')).Calendar, {
  waiting: () => <Skeleton shape="block" height="348px" />,
}).Component;

type ScheduleChoiceProps = {
  window: ScheduleWindow;
  today: IsoDate;
  date: IsoDate | null;
  hint: string;
  onDateChange: (date: IsoDate) => void;
};

export function ScheduleChoice({ window, today, date, hint, onDateChange }: ScheduleChoiceProps) {
  return (
    <Stack gap={4}>
      <Text tone="muted">{hint}</Text>
      <Calendar window={window} today={today} date={date} onDateChange={onDateChange} />
    </Stack>
  );
}
