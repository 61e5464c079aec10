/**
 * Commerce Hub's response codes: the message for the payer, and whether a later retry can succeed. A code that is
 * not listed counts as a hard decline, because the card schemes fine retries after a hard decline.
 */
import { DECLINE_TEXTS } from '@quittance/domain/dunning/decline-texts';
import type { DeclineClass } from '@quittance/domain/dunning/declines';

type Meaning = { class: DeclineClass; message: string };

const soft = (message: string): Meaning => ({ class: 'soft', message });
const hard = (message: string): Meaning => ({ class: 'hard', message });

const MEANINGS: Readonly<Record<string, Meaning>> = {
  '001': soft(DECLINE_TEXTS.callIssuer),
  '006': soft(DECLINE_TEXTS.cardDeclined),
  '007': soft(DECLINE_TEXTS.declinedTryAnother),
  '008': soft(DECLINE_TEXTS.insufficientFunds),
  '010': soft(DECLINE_TEXTS.limit),
  '011': soft(DECLINE_TEXTS.limit),
  '012': hard(DECLINE_TEXTS.securityCode),
  '013': hard(DECLINE_TEXTS.declinedTryAnother),
  '017': hard(DECLINE_TEXTS.declinedTryAnother),
  '018': hard(DECLINE_TEXTS.declinedTryAnother),
  '025': hard(DECLINE_TEXTS.numberUnknown),
  '026': hard(DECLINE_TEXTS.numberUnknown),
  '028': hard(DECLINE_TEXTS.accountClosed),
  '030': hard(DECLINE_TEXTS.accountClosed),
  '032': hard(DECLINE_TEXTS.expiredCard),
  '033': hard(DECLINE_TEXTS.expirationDate),
  '036': hard(DECLINE_TEXTS.stopped),
  '037': hard(DECLINE_TEXTS.bankNotTakingPart),
  '039': soft(DECLINE_TEXTS.tryLater),
  '048': soft(DECLINE_TEXTS.authenticationRequired),
  '360': soft(DECLINE_TEXTS.limit),
  '363': soft(DECLINE_TEXTS.authenticationFailed),
  '705': soft(DECLINE_TEXTS.tryLater),
};

const UNKNOWN_CODE = hard(DECLINE_TEXTS.declined);

/** Published as "pending". The documentation does not specify which transactions it applies to. */
export const PENDING = '002';

/** The gateway has an identical charge. This does not prove a decline. */
export const DUPLICATE = '009';

export function toMeaning(responseCode: string): Meaning {
  return MEANINGS[responseCode] ?? UNKNOWN_CODE;
}
