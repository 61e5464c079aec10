/** The words of the calendar feed: what is charged, and for which invoice. No names, no payment method. */
import { formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';

export function calendarName(companyName: string): string {
  return `Payments to ${companyName}`;
}

export type ChargeWords = { companyName: string; totalCents: Cents; invoiceRef: string };

export function chargeSummary({ companyName, totalCents }: ChargeWords): string {
  return `Payment to ${companyName}: ${formatMoney(totalCents)}`;
}

export function chargeDescription({ invoiceRef }: ChargeWords): string {
  return `Automatic payment for invoice ${invoiceRef}. Change or cancel it in your customer portal.`;
}
