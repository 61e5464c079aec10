/** The code in a sign-in email. It contains no schema, so that the browser imports the number without zod. */
export const SIGN_IN_CODE_DIGITS = 6;
