import { addCents, type Cents, subtractCents } from '@quittance/contract/money';

export type Entitled = {
  totalCents: Cents;
  notedCents: Cents;
  waivedCents: Cents;
  refundedCents: Cents;
  owedAgainCents: Cents;
  refundingCents: Cents;
};

/**
 * The only answer to what credit notes, waivers and refunds may still take of an invoice (R112). The constraint
 * `invoice_gives_back_at_most_its_total` says that it is never less than nothing.
 */
export function leftToGiveBack(invoice: Entitled): Cents {
  const { totalCents, notedCents, waivedCents, refundedCents, owedAgainCents } = invoice;
  const givenBackCents = subtractCents(refundedCents, owedAgainCents);
  return subtractCents(
    totalCents,
    addCents(notedCents, waivedCents, givenBackCents, invoice.refundingCents),
  );
}
