import { instant, isoDate } from '@quittance/contract/dates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarEvent, calendarFile } from './calendar-file.ts';

const charge: CalendarEvent = {
  uid: 'plan-7-2@quittance',
  date: isoDate('2026-12-31'),
  summary: '$25.00 to Harbor',
  description: 'Installment 2 of 4',
  url: 'https://portal.test/harbor',
};

function written(events: readonly Partial<CalendarEvent>[], name = 'Harbor'): string {
  return calendarFile({
    name,
    since: instant('2026-11-09T08:30:15.250Z'),
    refreshHours: 6,
    events: events.map((event) => ({ ...charge, ...event })),
  });
}

const utf8Length = (text: string) => encodeURIComponent(text).replace(/%../g, '-').length;

function property(event: Partial<CalendarEvent>, name: string): string {
  const lines = written([event]).replaceAll('\r\n ', '').split('\r\n');
  return lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
}

describe('A calendar file (RFC 5545)', () => {
  it('a calendar file has one all-day event per charge and depends only on the charges', () => {
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Quittance//Upcoming charges//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Harbor',
      'X-WR-CALNAME:Harbor',
      'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
      'X-PUBLISHED-TTL:PT6H',
      'BEGIN:VEVENT',
      'UID:plan-7-2@quittance',
      'DTSTAMP:20261109T083015Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:$25.00 to Harbor',
      'DESCRIPTION:Installment 2 of 4',
      'URL:https://portal.test/harbor',
      'CLASS:PRIVATE',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    expect(written([{}])).toBe(lines.map((line) => `${line}\r\n`).join(''));
    expect(written([])).not.toContain('VEVENT');
  });

  it.each([
    ['a, b; c\\d', 'a\\, b\\; c\\\\d'],
    ['one\ntwo\r\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
    ['tab\tbell\u0007end\u0085', 'tab bell end '],
  ])('a calendar file escapes %j', (text, expected) => {
    expect(property({ uid: text }, 'UID')).toBe(expected);
    expect(property({ summary: text }, 'SUMMARY')).toBe(expected);
    expect(property({ description: text }, 'DESCRIPTION')).toBe(expected);
    expect(written([], text)).toContain(`\r\nNAME:${expected}\r\nX-WR-CALNAME:${expected}\r\n`);
  });

  it('a calendar file folds lines between characters, at no more than 75 bytes of UTF-8', () => {
    // The first and the last character of each UTF-8 length, except those that are replaced.
    const characters = ['a', '~', '\u00a0', '\u07ff', '\u0800', '\uffe6', '\u{10000}', '\u{1f4b3}'];
    const texts = fc.array(fc.constantFrom(...characters), { minLength: 40, maxLength: 200 });
    fc.assert(
      fc.property(texts, (chosen) => {
        const summary = chosen.join('');
        expect(property({ summary }, 'SUMMARY')).toBe(summary);
        const lines = written([{ summary }]).split('\r\n');
        for (const [index, line] of lines.entries()) {
          expect(utf8Length(line)).toBeLessThanOrEqual(75);
          const next = lines[index + 1] ?? '';
          const [, first = ''] = next;
          const isFull = utf8Length(line + first) > 75;
          expect(next.startsWith(' ') && !isFull ? line : '').toBe('');
        }
      }),
      { numRuns: 50 },
    );
  });
});
