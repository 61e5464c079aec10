/**
 * Generates an iCalendar file (RFC 5545) with one all-day event per charge. The same charges produce the same file,
 * so that a client with a current copy gets "not modified". Pure.
 */
import { addDays, type Instant, type IsoDate } from '@quittance/contract/dates';

export type CalendarEvent = {
  /** Stays the same when the charge moves to another day. */
  uid: string;
  date: IsoDate;
  summary: string;
  description: string;
  url: string;
};

export type Calendar = {
  name: string;
  since: Instant;
  refreshHours: number;
  events: readonly CalendarEvent[];
};

const LINE_BYTES_MAX = 75;

function toBytes(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Long lines continue after a line break and a space. A character is never split. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let bytes = 0;
  for (const character of line) {
    if (bytes + toBytes(character) > LINE_BYTES_MAX) {
      lines.push(current);
      current = ' ';
      bytes = 1;
    }
    current += character;
    bytes += toBytes(character);
  }
  return [...lines, current].join('\r\n');
}

/** RFC 5545 text must not contain control characters. Line breaks are escaped. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n');
}

const dateText = (date: IsoDate) => date.replaceAll('-', '');
const instantText = (at: Instant) => `${at.slice(0, 19).replace(/[-:]/g, '')}Z`;

function eventLines(event: CalendarEvent, since: Instant): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `DTSTAMP:${instantText(since)}`,
    `DTSTART;VALUE=DATE:${dateText(event.date)}`,
    `DTEND;VALUE=DATE:${dateText(addDays(event.date, 1))}`,
    `SUMMARY:${escaped(event.summary)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${event.url}`,
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

export function calendarFile({ name, since, refreshHours, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quittance//Upcoming charges//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
    `X-PUBLISHED-TTL:PT${refreshHours}H`,
    ...events.flatMap((event) => eventLines(event, since)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
