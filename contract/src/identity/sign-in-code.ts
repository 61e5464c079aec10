/** The code in a sign-in email. No schema here: the browser imports the number without zod. */
export const SIGN_IN_CODE_DIGITS = 6;
