/**
 * The dates on which a payment may be scheduled (product §5, R9), in the company's calendar.
 */

import { addDays, compareDates, type IsoDate } from '@quittance/contract/dates';
import type { Preference } from '@quittance/contract/schemas/company';

export type ExtensionPreference = Pick<Preference, 'maxExtensionDays'>;

export type ScheduleWindow = { earliest: IsoDate; latest: IsoDate };

export function scheduleWindow({
  today,
  preference,
}: {
  today: IsoDate;
  preference: ExtensionPreference;
}): ScheduleWindow {
  return {
    earliest: addDays(today, 1),
    latest: addDays(today, preference.maxExtensionDays + 1),
  };
}

export function isWithinWindow(date: IsoDate, { earliest, latest }: ScheduleWindow): boolean {
  return compareDates(date, earliest) >= 0 && compareDates(date, latest) <= 0;
}

/** 'The payment date must be within the next 30 days', with the company's own number. */
export function scheduleHint({ maxExtensionDays }: ExtensionPreference): string {
  const days = maxExtensionDays === 1 ? 'day' : `${maxExtensionDays} days`;
  return `The payment date must be within the next ${days}`;
}
