/** Date formats, shared with the server. */
export { dateTexts } from '@quittance/contract/texts/es/dates';
