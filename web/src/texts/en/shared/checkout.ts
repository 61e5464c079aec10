/** Payment texts that the browser and the server share. */
export { contactTexts } from '@quittance/contract/texts/en/contact';
export { checkoutTexts } from '@quittance/domain/texts/en/checkout';
