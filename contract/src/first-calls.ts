/**
 * The protocol for the first calls of a page: the server embeds their responses in the document, and the browser
 * finds them by URL (decision 0060).
 */

export const FIRST_ANSWERS_ID = 'first-answers';
/** The element also has the version of what the responses show (R21), in this attribute. */
export const FIRST_VERSION = 'data-version';

export type FirstAnswer = { url: string; status: number; body: unknown };

export const FIRST_INVOICES = { limit: 25, sort: 'urgency' } as const;
export const FIRST_PAYMENTS = { limit: 25 } as const;
