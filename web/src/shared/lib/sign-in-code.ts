/** Reads a sign-in code from typed or pasted text. */
import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/identity/sign-in-code';

/** The email shows '487 283', and customers paste it with the space. */
export function codeIn(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, SIGN_IN_CODE_DIGITS);
}
