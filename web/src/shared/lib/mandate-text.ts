/** The text of an authorization in the language of the page, with the company's contact. */
import { DEFAULT_LANGUAGE } from '@quittance/contract/language';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { type MandateQuestion, mandateText as textOf } from '@quittance/domain/checkout/mandates';
import { contactTexts } from '#texts/shared/checkout';
import { dateTexts } from '#texts/shared/dates';
import { mandateTexts } from '#texts/shared/mandates';
import { LANGUAGE } from '#texts/site/language';

/**
 * The server compares the text for a bank account. In another language, the language that was shown is also sent.
 */
export function shownMandate(kind: ChargeKind, text: string | null) {
  const isTold = text !== null && (kind === 'ach' || LANGUAGE !== DEFAULT_LANGUAGE);
  return isTold ? { achMandateText: text } : {};
}

export function mandateText(question: MandateQuestion): string {
  return textOf(question, { mandates: mandateTexts, dates: dateTexts, contact: contactTexts });
}
