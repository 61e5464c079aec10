/** Joins the ways to reach a company. */
export const contactTexts = { or: ' or ' };
