/** Texts about a declined payment, shared with the server. */
export { declineTexts } from '@quittance/domain/texts/es/declines';
