/** The codes of banks and card networks in words. */
import { disputesTexts } from '../texts/disputes.ts';
import { returnCodeTexts } from '../texts/records.ts';

/** Processors may report other reasons. */
export const toDisputeReason = (code: string): string => disputesTexts.reasons[code] ?? code;

/** 'insufficient funds (R01)'. Other codes are shown as they are. */
export function toCodeWords(code: string): string {
  const words = returnCodeTexts[code];
  return words === undefined ? code : `${words} (${code})`;
}
