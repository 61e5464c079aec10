import { contactTexts as contact } from '@quittance/contract/texts/en/contact';
import { dateTexts as dates } from '@quittance/contract/texts/en/dates';
import * as labels from '@quittance/contract/texts/en/labels';
import type { Words } from '../shared-words.ts';
import { autoPayChangeTexts as autoPayChange } from './auto-pay-change.ts';
import { calendarTexts as calendar } from './calendar.ts';
import { checkoutTexts as checkout } from './checkout.ts';
import { historyTitle } from './history.ts';
import { mandateTexts as mandates } from './mandates.ts';
import { recordedMethod } from './recorded.ts';
import { statementKinds } from './statement.ts';

export const words: Words = {
  dates,
  contact,
  labels,
  checkout,
  mandates,
  autoPayChange,
  calendar,
  historyTitle,
  statementKinds,
  recordedMethod,
};
