/**
 * Length limits for a payer's message and the company's reply. Contains no schemas, so that the browser can import
 * it without zod.
 */
export const INQUIRY_MIN = 10;
export const INQUIRY_MAX = 2000;
export const ANSWER_MAX = 4000;
