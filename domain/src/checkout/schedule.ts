/** The dates for which a payment may be scheduled (product §5, R9), in the company's calendar. */

import type { Preference } from '@quittance/contract/companies/portal-schemas';
import { addDays, compareDates, type IsoDate } from '@quittance/contract/dates';
import type { CheckoutTexts } from '../texts/en/checkout.ts';

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

/**
 * Returns the dates to which a company may move an agreed charge without asking the payer again (ADR 0073): later
 * dates within the window, or null if there are none.
 */
export function laterWindow(window: ScheduleWindow, agreedOn: IsoDate): ScheduleWindow | null {
  const after = addDays(agreedOn, 1);
  const earliest = compareDates(after, window.earliest) > 0 ? after : window.earliest;
  return compareDates(earliest, window.latest) > 0 ? null : { earliest, latest: window.latest };
}

/** 'The payment date must be within the next 30 days', with the company's own number. */
export function scheduleHint(
  { maxExtensionDays }: ExtensionPreference,
  { withinDays }: CheckoutTexts,
): string {
  return withinDays(maxExtensionDays);
}
