/**
 * Commerce Hub's response codes: the message for the payer, and whether a later retry can succeed. A code that is
 * not listed is a hard decline: the card schemes fine retries after a hard decline.
 */
import type { DeclineClass } from '@quittance/domain/dunning/declines';

type Meaning = { class: DeclineClass; message: string };

const soft = (message: string): Meaning => ({ class: 'soft', message });
const hard = (message: string): Meaning => ({ class: 'hard', message });

const TRY_ANOTHER = 'Please try another card or contact your bank.';
const DECLINED = `Your bank declined this payment. ${TRY_ANOTHER}`;
const LIMIT = 'This payment is above a limit of your card.';
const CLOSED = 'This account is closed or cannot be used for payments.';
const NOT_FOUND = 'Your bank does not know this card or account number.';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  '001': soft('Your bank asks you to call them about this payment.'),
  '006': soft(`Your card was declined. ${TRY_ANOTHER}`),
  '007': soft(DECLINED),
  '008': soft('Your card has insufficient funds.'),
  '010': soft(LIMIT),
  '011': soft(LIMIT),
  '012': hard('The security code of your card is not right.'),
  '013': hard(DECLINED),
  '017': hard(DECLINED),
  '018': hard(DECLINED),
  '025': hard(NOT_FOUND),
  '026': hard(NOT_FOUND),
  '028': hard(CLOSED),
  '030': hard(CLOSED),
  '032': hard('Your card has expired.'),
  '033': hard('The expiration date of your card is not right.'),
  '036': hard('Your bank was told not to allow this payment.'),
  '037': hard('Your bank does not take part in payments from bank accounts.'),
  '039': soft('Your bank could not process this payment. Please try again later.'),
  '048': soft('Your bank requires authentication for this payment.'),
  '360': soft(LIMIT),
  '363': soft('The authentication with your bank failed.'),
  '705': soft('Your bank could not process this payment. Please try again later.'),
};

const UNKNOWN_CODE = hard('Your bank declined this payment.');

/** The gateway has an equal charge: not proof of a decline. */
export const DUPLICATE = '009';

export function meaningOf(responseCode: string): Meaning {
  return MEANINGS[responseCode] ?? UNKNOWN_CODE;
}
