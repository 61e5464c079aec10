/**
 * The processing fee (product §5, R6): a percentage of the amount plus a fixed part, exact to the cent. Shared by
 * the browser and the server. Plans and negotiations are handled elsewhere.
 */

import type { Company, FeeSettings } from '@quittance/contract/companies/portal-schemas';
import { formatMoney, formatPercentage } from '@quittance/contract/format';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import { addCents, type Cents, cents, ZERO } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { invariant } from '../invariant.ts';
import type { CheckoutTexts } from '../texts/en/checkout.ts';

export type FeeCompany = Pick<Company, 'feeSettings' | 'isFeePayerCompany' | 'preference'>;

export type FeeTerms = { feeSettings: FeeSettings; isFeePayerCompany: boolean };

/** A preference overrides the company's own terms, unless it is null. */
export function feeTerms({ feeSettings, isFeePayerCompany, preference }: FeeCompany): FeeTerms {
  return {
    feeSettings: preference.feeSettings ?? feeSettings,
    isFeePayerCompany: preference.isFeePayerCompany ?? isFeePayerCompany,
  };
}

const BASIS_POINTS = 10_000;

/**
 * Rounds half up with integers only: 1.15% of $30.00 is 34.5 cents, which must become 35, but floating point yields
 * 34. Multiples of ten thousand are split off first, so that no product exceeds 2^53 and BigInt is not needed.
 */
export function computePercentage(amountCents: Cents, basisPoints: number): Cents {
  const rest = amountCents % BASIS_POINTS;
  const whole = (amountCents - rest) / BASIS_POINTS;
  const half = BASIS_POINTS / 2;
  return cents(whole * basisPoints + Math.floor((rest * basisPoints + half) / BASIS_POINTS));
}

const NO_FEE: FeeDetail = { fee: ZERO, feePercentage: 0, feeFixed: ZERO };

export type FeeQuestion = { kind: ChargeKind; amountCents: Cents; company: FeeCompany };

export function feeFor({ kind, amountCents, company }: FeeQuestion): FeeDetail {
  invariant(amountCents >= 0, 'a fee applies to an amount of zero or more');
  const { feeSettings, isFeePayerCompany } = feeTerms(company);
  if (isFeePayerCompany) return NO_FEE;
  const feePercentage = feeSettings[kind];
  const feeFixed = kind === 'card' ? feeSettings.cardFixed : feeSettings.achFixed;
  const fee =
    amountCents === 0 ? ZERO : addCents(computePercentage(amountCents, feePercentage), feeFixed);
  invariant(fee >= 0, 'a fee is never negative');
  return { fee, feePercentage, feeFixed };
}

type FeeRate = Pick<FeeDetail, 'feePercentage' | 'feeFixed'>;

/** '2.9% + $0.30' */
export function feeRate({ feePercentage, feeFixed }: FeeRate): string {
  return `${formatPercentage(feePercentage)}% + ${formatMoney(feeFixed)}`;
}

/** 'Processing fee (2.9% + $0.30)'. Shown only if the fee is above zero. */
export function feeLabel({ feePercentage, feeFixed }: FeeRate, { fee }: CheckoutTexts): string {
  return fee(formatPercentage(feePercentage), formatMoney(feeFixed));
}
