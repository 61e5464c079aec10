/** The texts of a payment that browser and server share. */
export { contactTexts } from '@quittance/contract/texts/en/contact';
export { checkoutTexts } from '@quittance/domain/texts/en/checkout';
