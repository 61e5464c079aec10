/** The instant of a local date and time in a time zone. */
import { type Instant, type IsoDate, instant } from '@quittance/contract/dates';

export type LocalTime = { date: IsoDate; time: string; timeZone: string };

/** Cached: constructing a format is expensive. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // en-CA formats dates as year-month-day.
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
  // The zone's offset depends on the instant; near a clock change the second estimate is correct.
  const guess = wanted - (shown(wanted) - wanted);
  const at = guess - (shown(guess) - wanted);
  return instant(new Date(at).toISOString());
}
