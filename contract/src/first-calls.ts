/**
 * What the browser and the server agree on about the first calls of a page: the server embeds their answers in the
 * document, and the browser finds them by their URL (decision 0060).
 */

/** The element of the document that holds the answers. */
export const FIRST_ANSWERS_ID = 'first-answers';

export type FirstAnswer = { url: string; status: number; body: unknown };

/** The queries of the lists that a page starts with. */
export const FIRST_INVOICES = { limit: 25, sort: 'urgency' } as const;
export const FIRST_PAYMENTS = { limit: 25 } as const;
