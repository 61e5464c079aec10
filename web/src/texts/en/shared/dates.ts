/** How dates are written, as on the server. */
export { dateTexts } from '@quittance/contract/texts/en/dates';
