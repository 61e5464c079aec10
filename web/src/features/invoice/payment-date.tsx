// Date and time of a payment, in the time zone of the company.

import type { Instant } from '@quittance/contract/dates';
import { formatInstantDate, formatTime } from '@quittance/contract/format';
import { TwoLineCell } from '../../ui/data/two-line-cell.tsx';
import { Text } from '../../ui/text/text.tsx';

export function PaymentDate({ at, timeZone }: { at: Instant; timeZone: string }) {
  return (
    <TwoLineCell note={formatTime(at, timeZone)}>
      <Text>{formatInstantDate(at, timeZone)}</Text>
    </TwoLineCell>
  );
}
