/** The code in a sign-in email. Contains no schemas, so that the browser can import it without zod. */
export const SIGN_IN_CODE_DIGITS = 6;
