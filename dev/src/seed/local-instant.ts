/** The instant at which clocks in a time zone show a date and a time. */
import { type Instant, type IsoDate, instant } from '@quittance/contract/dates';

export type LocalTime = { date: IsoDate; time: string; timeZone: string };

/** Making a format costs more than using it hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // en-CA writes dates as year-month-day.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

export function localInstant({ date, time, timeZone }: LocalTime): Instant {
  const format = formatFor(timeZone);
  const wanted = Date.parse(`${date}T${time}:00Z`);
  const shown = (at: number) => Date.parse(`${format.format(at).replace(', ', 'T')}:00Z`);
  // The zone's offset is read at a guess; near a change of clocks the second guess is the right one.
  const guess = wanted - (shown(wanted) - wanted);
  const at = guess - (shown(guess) - wanted);
  return instant(new Date(at).toISOString());
}
