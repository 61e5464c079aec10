/** Payment texts that the browser and the server share. */
export { contactTexts } from '@quittance/contract/texts/es/contact';
export { checkoutTexts } from '@quittance/domain/texts/es/checkout';
