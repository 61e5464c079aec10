/** The return codes of bank debits in words. */
import { returnCodeTexts } from '../texts/records.ts';

/** 'insufficient funds (R01)'. Other codes are shown as they are. */
export function toCodeWords(code: string): string {
  const words = returnCodeTexts[code];
  return words === undefined ? code : `${words} (${code})`;
}
