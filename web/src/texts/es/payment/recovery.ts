/** The recovery link of a failed charge (ADR 0093). */
export const recoveryTexts = {
  bank: (amount) =>
    `Su banco le pide que confirme el pago de ${amount}. Todavía no se le ha cobrado.`,
  bankAction: 'Confirmar con su banco',
  method: (amount) => `El pago de ${amount} no se pudo realizar. No se le cobró nada.`,
  methodAction: 'Pagar de otra forma',
  processing: 'Ya hay un pago de esta factura en curso. Por ahora no tiene que hacer nada.',
  settled: 'Esto ya está resuelto. No tiene que hacer nada más.',
} satisfies typeof import('../../en/payment/recovery.ts').recoveryTexts;
