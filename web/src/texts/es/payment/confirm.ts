/** The CONFIRM popup (product §2.16). */
export const confirmTexts = {
  prompt: {
    cancelScheduledPayment: {
      title: '¿Cancelar el pago programado?',
      text: 'Podrá volver a programar el pago de la factura más adelante',
    },
    cancelPaymentPlan: {
      title: '¿Cancelar el plan de pagos?',
      text: 'El saldo restante se podrá pagar de inmediato',
      note: 'Se debe pagar a más tardar en la fecha de vencimiento de la factura.',
    },
  },
  autoPay:
    'Esta factura no se pagará con el pago automático. Puede volver a incluirla en Próximos pagos.',
  submit: 'Cancelar el pago',
} satisfies typeof import('../../en/payment/confirm.ts').confirmTexts;
