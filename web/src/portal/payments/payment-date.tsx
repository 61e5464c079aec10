// Date and time of a payment, in the company's time zone.

import type { Instant } from '@quittance/contract/dates';
import type { Zone } from '@quittance/contract/local-time';
import { formatInstantDate, formatTime } from '../../shared/lib/format.ts';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

export function PaymentDate({ at, zone }: { at: Instant; zone: Zone }) {
  return (
    <TwoLineCell note={formatTime(at, zone)}>
      <Text>{formatInstantDate(at, zone)}</Text>
    </TwoLineCell>
  );
}
