/** Converts a local date and time in a time zone to an instant. */
import { type Instant, type IsoDate, instant } from '@quittance/contract/dates';
import { localTimeIn } from '@quittance/contract/local-time';

export type LocalTime = { date: IsoDate; time: string; timeZone: string };

const instantAt = (time: number): Instant => instant(new Date(time).toISOString());

export function localInstant({ date, time, timeZone }: LocalTime): Instant {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  const shown = (at: number) => {
    const { year, month, day, hour, minute } = localTimeIn(timeZone, instantAt(at));
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  };
  // The offset depends on the instant, so the first estimate can be wrong near a clock change. The second one is
  // correct.
  const guess = wanted - (shown(wanted) - wanted);
  return instantAt(guess - (shown(guess) - wanted));
}
