/** Texts that the server records in English, such as the reason for a decline. */
export { recordedMethod, recordedText } from '@quittance/domain/texts/en/recorded';
