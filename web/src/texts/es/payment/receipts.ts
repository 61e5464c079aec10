/** The button that downloads a receipt (product §2.25). */
export const receiptTexts = {
  text: 'Descargar recibo',
  default: 'Descargar PDF',
  signIn: 'Inicie sesión en su portal de cliente para ver el recibo de pago',
} satisfies typeof import('../../en/payment/receipts.ts').receiptTexts;
