/** Dates and ordinals in the language of the page. Amounts are the same in every language. */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import * as format from '@quittance/contract/format';
import type { Zone } from '@quittance/contract/local-time';
import { dateTexts } from '#texts/shared/dates';

export const formatDate = (date: IsoDate): string => format.formatDate(date, dateTexts);

export const formatDayLabel = (date: IsoDate): string => format.formatDayLabel(date, dateTexts);

export const formatMonth = (date: IsoDate): string => format.formatMonth(date, dateTexts);

export const formatWeekday = (date: IsoDate): string => format.formatWeekday(date, dateTexts);

export const formatInstant = (at: Instant, zone: Zone): string =>
  format.formatInstant(at, zone, dateTexts);

export const formatInstantDate = (at: Instant, zone: Zone): string =>
  format.formatInstantDate(at, zone, dateTexts);

export const formatTime = (at: Instant, zone: Zone): string =>
  format.formatTime(at, zone, dateTexts);

export const formatOverdue = (invoice: { dueDate: IsoDate; today: IsoDate }): string | null =>
  format.formatOverdue(invoice, dateTexts);

export const formatOrdinal = (installment: { index: number; count: number }): string =>
  format.formatOrdinal(installment, dateTexts);

/** The dot stays with the fact before it, so that no line starts with it. */
export const joinFacts = (facts: readonly (string | null | undefined)[]): string =>
  facts.filter(Boolean).join('\u00a0· ');
