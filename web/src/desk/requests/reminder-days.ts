/** Days of reminders, as they are typed and as they are said. */
import { remindersTexts } from '../texts/settings.ts';

const BEFORE_MAX = 30;
const AFTER_MAX = 90;
const COUNT_MAX = 10;
const WHOLE = /^[+-]?\d{1,2}$/;

/** Null while it is no list of days. */
export function daysIn(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length > COUNT_MAX || parts.some((part) => !WHOLE.test(part))) return null;
  // Adding zero turns −0 into 0.
  const days = parts.map((part) => Number(part) + 0);
  const isEachOnce = new Set(days).size === days.length;
  const isWithin = days.every((day) => day >= -BEFORE_MAX && day <= AFTER_MAX);
  return isEachOnce && isWithin ? days : null;
}

export function sentenceOfDays(days: readonly number[]): string {
  const words = days.toSorted((one, other) => one - other).map(dayName);
  return remindersTexts.plain(words);
}

/** '3 days before', 'on the due date' */
export function dayName(day: number): string {
  const { before, after, onDay } = remindersTexts;
  if (day === 0) return onDay;
  return day < 0 ? before(-day) : after(day);
}
