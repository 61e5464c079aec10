/**
 * Data that the card schemes require for later charges of a stored card, as one text: the reference of the first
 * charge and, if known, the scheme and the amount of that charge. Methods saved by an earlier release have only the
 * reference.
 */
import { type Cents, cents } from '@quittance/contract/money';

export type FirstCharge = { reference: string; scheme: string | null; amountCents: Cents | null };

const FORMAT = /^(\S+)(?: ([A-Z]+) (\d+))?$/;

export function writeFirstCharge({ reference, scheme, amountCents }: FirstCharge): string {
  if (!scheme || amountCents === null) return reference;
  return `${reference} ${scheme} ${amountCents}`;
}

export function readFirstCharge(text: string): FirstCharge {
  const [, reference = text, scheme = null, amount = null] = FORMAT.exec(text) ?? [];
  return { reference, scheme, amountCents: amount === null ? null : cents(Number(amount)) };
}
