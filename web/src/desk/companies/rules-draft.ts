/** The form draft of the company's rules, and the request built from it. */

import type { ChargeRules } from '@quittance/contract/companies/charge-rules';
import { type Cents, dollarsToCents } from '@quittance/contract/money';
import { PAYMENT_OPTIONS, type PaymentOption } from '@quittance/contract/vocabulary';
import { offeredOptions } from '@quittance/domain/checkout/payment-options';
import { toDecimal } from '../format.ts';
import type { Company, CompanyBody } from '../settings/use-company-form.ts';
import { rulesTexts } from '../texts/settings.ts';

export type RulesDraft = {
  options: readonly PaymentOption[];
  isCardOffered: boolean;
  isAchOffered: boolean;
  isOwnAmountAllowed: boolean;
  isContractsVisible: boolean;
  isCreditApplied: boolean;
  isFeeKeepable: boolean;
  isInvoiceAttached: boolean;
  maxInstallments: string;
  isIncreased: boolean;
  maxIncreased: string;
  increasedAmount: string;
  maxExtension: string;
  maxMoveDays: string;
  maxSkips: string;
  isDayChange: boolean;
  isShortening: boolean;
  pause: ChargeRules['pause'];
  maxPause: string;
  shortfallMax: string;
};

export function toDraft(company: Company): RulesDraft {
  const { rules, preference, chargeRules } = company;
  const { isCreditApplied, isFeeKeepable, isInvoiceAttached, shortfallMax } = company;
  return {
    options: offeredOptions({ rules }),
    isCardOffered: !rules.restrictedPaymentMethods.includes('CARD'),
    isAchOffered: !rules.restrictedPaymentMethods.includes('ACH'),
    isOwnAmountAllowed: rules.isOwnAmountAllowed ?? false,
    isContractsVisible: preference.isContractsVisible,
    isCreditApplied,
    isFeeKeepable,
    isInvoiceAttached,
    maxInstallments: String(preference.maxInstallments),
    isIncreased: preference.isIncreasedInstallmentsActive,
    maxIncreased: String(preference.maxIncreasedInstallments),
    increasedAmount: toDecimal(preference.increasedInstallmentsAmount),
    maxExtension: String(preference.maxExtensionDays),
    maxMoveDays: String(chargeRules.maxMoveDays),
    maxSkips: String(chargeRules.maxSkips),
    isDayChange: chargeRules.isDayChangeAllowed,
    isShortening: chargeRules.isShorteningAllowed,
    pause: chargeRules.pause,
    maxPause: String(chargeRules.maxPauseMonths),
    shortfallMax: toDecimal(shortfallMax),
  };
}

export const RANGES = {
  maxInstallments: { min: 2, max: 6, hint: rulesTexts.installmentsHint },
  maxIncreased: { min: 2, max: 12, hint: rulesTexts.increasedHint },
  maxExtension: { min: 1, max: 365, hint: rulesTexts.extensionHint },
  maxMoveDays: { min: 0, max: 90, hint: rulesTexts.moveHint },
  maxSkips: { min: 0, max: 6, hint: rulesTexts.skipsHint },
  maxPause: { min: 1, max: 6, hint: rulesTexts.pauseHint },
} as const;
export type NumberField = keyof typeof RANGES;

const WHOLE = /^\d{1,3}$/;

export function numberIn(draft: RulesDraft, name: NumberField): number | null {
  const { min, max } = RANGES[name];
  const value = WHOLE.test(draft[name].trim()) ? Number(draft[name]) : null;
  return value !== null && value >= min && value <= max ? value : null;
}

export function amountIn({ increasedAmount }: RulesDraft): Cents | null {
  const amount = dollarsToCents(increasedAmount);
  return amount !== null && amount > 0 ? amount : null;
}

const SHORTFALL_LIMIT = 10_000;

export function shortfallIn({ shortfallMax }: RulesDraft): Cents | null {
  const amount = dollarsToCents(shortfallMax);
  return amount !== null && amount <= SHORTFALL_LIMIT ? amount : null;
}

export function isValid(draft: RulesDraft): boolean {
  const numbers = Object.keys(RANGES) as NumberField[]; // because keys() forgets the union
  return (
    draft.options.length > 0 &&
    (draft.isCardOffered || draft.isAchOffered) &&
    amountIn(draft) !== null &&
    shortfallIn(draft) !== null &&
    numbers.every((name) => numberIn(draft, name) !== null)
  );
}

const toNumber = (draft: RulesDraft, name: NumberField): number =>
  numberIn(draft, name) ?? RANGES[name].min;

/**
 * Returns the terms that decide how an invoice is paid, from a valid draft. An empty list of options means all of
 * them, including later ones.
 */
export function toTerms(draft: RulesDraft, company: Company) {
  const isAll = draft.options.length === PAYMENT_OPTIONS.length;
  const others = company.rules.restrictedPaymentMethods.filter(
    (method) => method !== 'CARD' && method !== 'ACH',
  );
  return {
    rules: {
      availablePaymentOptions: isAll ? [] : [...draft.options],
      restrictedPaymentMethods: [
        ...others,
        ...(draft.isCardOffered ? [] : (['CARD'] as const)),
        ...(draft.isAchOffered ? [] : (['ACH'] as const)),
      ],
      isOwnAmountAllowed: draft.isOwnAmountAllowed,
    },
    preference: {
      isContractsVisible: draft.isContractsVisible,
      maxInstallments: toNumber(draft, 'maxInstallments'),
      isIncreasedInstallmentsActive: draft.isIncreased,
      maxIncreasedInstallments: toNumber(draft, 'maxIncreased'),
      increasedInstallmentsAmount:
        amountIn(draft) ?? company.preference.increasedInstallmentsAmount,
      maxExtensionDays: toNumber(draft, 'maxExtension'),
    },
  };
}

export function toBody(draft: RulesDraft, company: Company): CompanyBody {
  return {
    ...toTerms(draft, company),
    isCreditApplied: draft.isCreditApplied,
    isFeeKeepable: draft.isFeeKeepable,
    isInvoiceAttached: draft.isInvoiceAttached,
    shortfallMax: shortfallIn(draft) ?? company.shortfallMax,
    chargeRules: {
      maxMoveDays: toNumber(draft, 'maxMoveDays'),
      maxSkips: toNumber(draft, 'maxSkips'),
      isDayChangeAllowed: draft.isDayChange,
      isShorteningAllowed: draft.isShortening,
      pause: draft.pause,
      maxPauseMonths: toNumber(draft, 'maxPause'),
    },
  };
}
