/** Length limits of a payer's message to a company and of the reply. No zod, for the browser. */
export const INQUIRY_MIN = 10;
export const INQUIRY_MAX = 2000;
export const ANSWER_MAX = 4000;
