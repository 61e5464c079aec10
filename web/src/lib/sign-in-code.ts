/**
 * How many digits the code of a sign-in mail has. The contract's own figure, by its type: importing the
 * value would bring the validators of its routes along, which no page needs.
 */
import type { SIGN_IN_CODE_DIGITS } from '@quittance/contract/routes/access';

export const CODE_DIGITS: typeof SIGN_IN_CODE_DIGITS = 6;

/** The mail writes '487 283', and so it is pasted. */
export function codeIn(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, CODE_DIGITS);
}
