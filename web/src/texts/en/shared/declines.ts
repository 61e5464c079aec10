/** Texts about a declined payment, shared with the server. */
export { DECLINE_TEXTS as declineTexts } from '@quittance/domain/dunning/decline-texts';
