/**
 * Checks every amount up to $200.00, or up to $2,000.00 in a full run. Uses plain checks in loops and one
 * expectation per sweep because millions of expectations would take minutes.
 */
import { type Cents, cents, ZERO } from '@quittance/contract/money';
import { describe, expect, it } from 'vitest';
import { sampled } from '../test/full-run.ts';
import { sampleCompany } from '../test/sample-company.ts';
import { feeFor } from './checkout/fees.ts';
import { type InstallmentMoney, splitPlan } from './checkout/plan.ts';

const TOTAL_MAX = sampled({ sample: 20_000, full: 200_000 });
const COUNTS = [2, 3, 4, 5, 6, 9, 12];
const RATES = [
  1, 5, 10, 25, 50, 75, 80, 99, 100, 115, 125, 149, 175, 199, 250, 275, 290, 295, 349, 400,
];

function feeWithin(total: number, count: number): number {
  const fee = [0, 1, 30, Math.floor(total / 35), Math.floor(total / 3)][total % 5] ?? 0;
  return total - fee >= count ? fee : 0;
}

function isExactPlan(parts: readonly InstallmentMoney[], amount: Cents, fee: Cents): boolean {
  let [cost, principal, feePaid] = [0, 0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const part of parts) {
    if (part.costCents !== part.principalCents + part.feeCents) return false;
    if (part.principalCents < 0 || part.feeCents < 0) return false;
    cost += part.costCents;
    principal += part.principalCents;
    feePaid += part.feeCents;
    least = Math.min(least, part.costCents);
    most = Math.max(most, part.costCents);
  }
  const isSumExact = cost === amount + fee && principal === amount && feePaid === fee;
  return isSumExact && most - least <= 1 && least >= 1 && parts[0]?.costCents === most;
}

describe(`Installments of every total from 2 to ${TOTAL_MAX} cents (R7)`, () => {
  it.each(COUNTS)(
    'a plan of %i installments adds up exactly, and installments differ by at most one cent',
    (count) => {
      let plans = 0;
      let wrong = 0;
      for (let total = count; total <= TOTAL_MAX; total++) {
        const feeCents = cents(feeWithin(total, count));
        const amountCents = cents(total - feeCents);
        const parts = splitPlan({ amountCents, feeCents, count });
        plans++;
        if (parts.length !== count || !isExactPlan(parts, amountCents, feeCents)) wrong++;
      }
      expect({ plans, wrong }).toEqual({ plans: TOTAL_MAX - count + 1, wrong: 0 });
    },
    60_000,
  );
});

describe(`Fees on every amount from 1 to ${TOTAL_MAX} cents (R5, R6)`, () => {
  it.each(RATES)(
    'fees at %i basis points are exact and rounded half up',
    (card) => {
      const company = sampleCompany({
        feeSettings: { card, ach: 0, cardFixed: cents(30), achFixed: ZERO },
      });
      let wrong = 0;
      for (let amount = 1; amount <= TOTAL_MAX; amount++) {
        const { fee } = feeFor({ kind: 'card', amountCents: cents(amount), company });
        // Checks rounding half up without division: 10000 × fee is within half a cent of amount × rate.
        const distance = (fee - 30) * 10_000 - amount * card;
        if (distance > 5_000 || distance <= -5_000) wrong++;
      }
      expect(wrong).toBe(0);
    },
    60_000,
  );
});
