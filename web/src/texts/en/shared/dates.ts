/** Date formats, shared with the server. */
export { dateTexts } from '@quittance/contract/texts/en/dates';
