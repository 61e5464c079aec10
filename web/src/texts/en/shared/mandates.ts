/** Authorization texts. The server stores the same text. */
export { mandateTexts } from '@quittance/domain/texts/en/mandates';
