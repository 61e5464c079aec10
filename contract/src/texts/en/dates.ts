/** English formats of dates, times and ordinals. */
import { pickPlural } from '../../plural.ts';

export type DateParts = { year: number; month: string; day: number; weekday: string };
export type TimeParts = { hours: number; minute: string };

export const dateTexts = {
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  date: ({ year, month, day }: DateParts) => `${month} ${day}, ${year}`,
  dayLabel: ({ weekday, month, day }: DateParts) => `${weekday.slice(0, 3)}, ${month} ${day}`,
  month: ({ year, month }: DateParts) => `${month} ${year}`,
  time: ({ hours, minute }: TimeParts) =>
    `${hours % 12 || 12}:${minute} ${hours < 12 ? 'AM' : 'PM'}`,
  instant: (date: string, time: string) => `${date} ${time}`,
  overdue: (days: number) =>
    `Overdue for ${days} ${pickPlural('en', days, { one: 'day', other: 'days' })}`,
  ordinals: [
    'First',
    'Second',
    'Third',
    'Fourth',
    'Fifth',
    'Sixth',
    'Seventh',
    'Eighth',
    'Ninth',
    'Tenth',
    'Eleventh',
  ],
  final: 'Final',
};

export type DateTexts = typeof dateTexts;
