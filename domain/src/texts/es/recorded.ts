/** Reasons and results are recorded in English and shown in Spanish. Unlisted texts are shown as recorded. */
import { PAYER_ERRORS, PAYMENT_TOASTS, RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { errorTexts, paymentToasts, responseMessages } from '@quittance/contract/texts/es/errors';
import { DECLINE_TEXTS, FORMER_DECLINE_TEXTS, RETURN_TEXTS } from '../../dunning/decline-texts.ts';
import { checkoutTexts as checkoutEn } from '../en/checkout.ts';
import { checkoutTexts } from './checkout.ts';
import { declineTexts, returnTexts } from './declines.ts';

type Texts<Key extends string> = Readonly<Record<Key, string>>;

function toPairs<Key extends string>(english: Texts<Key>, spanish: Texts<Key>): [string, string][] {
  const keys = Object.keys(english) as Key[]; // because keys() forgets the union
  return keys.map((key) => [english[key], spanish[key]]);
}

const METHOD_NAMES: ReadonlyMap<string, string> = new Map(
  toPairs(checkoutEn.methods, checkoutTexts.methods),
);

const { PROCESSOR_UNAVAILABLE, METHOD_NOT_SAVED, METHOD_NOT_USABLE } = PAYER_ERRORS;

const SPANISH: ReadonlyMap<string, string> = new Map([
  ...toPairs(FORMER_DECLINE_TEXTS, declineTexts),
  ...toPairs(DECLINE_TEXTS, declineTexts),
  ...toPairs(RETURN_TEXTS, returnTexts),
  ...toPairs(RESPONSE_MESSAGES, responseMessages),
  ...toPairs(PAYMENT_TOASTS, paymentToasts),
  [PROCESSOR_UNAVAILABLE.message, errorTexts.PROCESSOR_UNAVAILABLE],
  [METHOD_NOT_SAVED.message, errorTexts.METHOD_NOT_SAVED],
  [METHOD_NOT_USABLE.message, errorTexts.METHOD_NOT_USABLE],
]);

export const recordedText = (text: string): string => SPANISH.get(text) ?? text;

/** 'Bank account **** 6789', or 'Check 1042' (R89). */
export function recordedMethod(label: string): string {
  for (const [english, spanish] of METHOD_NAMES) {
    if (label === english || label.startsWith(`${english} `)) {
      return spanish + label.slice(english.length);
    }
  }
  return label;
}
