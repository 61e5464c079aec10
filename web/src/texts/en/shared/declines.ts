/** What is said about a declined payment, as on the server. */
export { DECLINE_TEXTS as declineTexts } from '@quittance/domain/dunning/decline-texts';
