/** What is said about a declined payment, as on the server. */
export { declineTexts } from '@quittance/domain/texts/es/declines';
