/** The texts of a payment that browser and server share. */
export { contactTexts } from '@quittance/contract/texts/es/contact';
export { checkoutTexts } from '@quittance/domain/texts/es/checkout';
