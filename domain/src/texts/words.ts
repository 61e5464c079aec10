/**
 * The words of each language that browser and server share. For the server, which writes all languages; a page has those of
 * its own language only.
 */
import type { Language } from '@quittance/contract/language';
import { contactTexts as contactEn } from '@quittance/contract/texts/en/contact';
import { type DateTexts, dateTexts as datesEn } from '@quittance/contract/texts/en/dates';
import * as labelsEn from '@quittance/contract/texts/en/labels';
import { contactTexts as contactEs } from '@quittance/contract/texts/es/contact';
import { dateTexts as datesEs } from '@quittance/contract/texts/es/dates';
import * as labelsEs from '@quittance/contract/texts/es/labels';
import {
  type AutoPayChangeTexts,
  autoPayChangeTexts as autoPayChangeEn,
} from './en/auto-pay-change.ts';
import { type CalendarTexts, calendarTexts as calendarEn } from './en/calendar.ts';
import { type CheckoutTexts, checkoutTexts as checkoutEn } from './en/checkout.ts';
import { type MandateTexts, mandateTexts as mandatesEn } from './en/mandates.ts';
import { recordedText as recordedEn } from './en/recorded.ts';
import { autoPayChangeTexts as autoPayChangeEs } from './es/auto-pay-change.ts';
import { calendarTexts as calendarEs } from './es/calendar.ts';
import { checkoutTexts as checkoutEs } from './es/checkout.ts';
import { mandateTexts as mandatesEs } from './es/mandates.ts';
import { recordedText as recordedEs } from './es/recorded.ts';

type Labels = { [Name in keyof typeof labelsEn]: Record<keyof (typeof labelsEn)[Name], string> };

export type Words = {
  dates: DateTexts;
  contact: typeof contactEn;
  labels: Labels;
  checkout: CheckoutTexts;
  mandates: MandateTexts;
  autoPayChange: AutoPayChangeTexts;
  calendar: CalendarTexts;
  /** What was recorded in English, in this language. */
  recorded: (text: string) => string;
};

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    dates: datesEn,
    contact: contactEn,
    labels: labelsEn,
    checkout: checkoutEn,
    mandates: mandatesEn,
    autoPayChange: autoPayChangeEn,
    calendar: calendarEn,
    recorded: recordedEn,
  },
  es: {
    dates: datesEs,
    contact: contactEs,
    labels: labelsEs,
    checkout: checkoutEs,
    mandates: mandatesEs,
    autoPayChange: autoPayChangeEs,
    calendar: calendarEs,
    recorded: recordedEs,
  },
};
