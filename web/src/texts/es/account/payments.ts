/** The payment list. */
export const paymentsTexts = {
  title: 'Pagos',
  pager: 'pagos',
  upcoming: 'Próximos pagos',
  ofMonth: (month) => `Pagos de ${month.toLowerCase()}`,
  failed: 'No pudimos cargar sus pagos',
  none: 'Todavía no hay pagos',
  noneHint: 'Sus pagos y recibos aparecerán aquí.',
  seeInvoices: 'Ver sus facturas',
} satisfies typeof import('../../en/account/payments.ts').paymentsTexts;

/** Shown below a payment that is pending or was refunded, and below a credit note. The other notes are in `payment-outcomes.ts`. */
export const paymentNotes = {
  refunded: 'Reembolsado. Puede tardar hasta 10 días hábiles en llegar a su cuenta.',
  refundOnItsWay: {
    card: 'Reembolso en camino. Normalmente llega a su tarjeta en 5 a 10 días hábiles.',
    bank: 'Reembolso en camino. Normalmente llega a su cuenta bancaria en 3 a 5 días hábiles.',
  },
  refundFailed: (company) => [
    'Este reembolso no se pudo realizar. Todavía se le debe el dinero, y se le enviará de nuevo o se le pagará de otra forma. ¿Tiene preguntas? Comuníquese con ',
    company,
    '.',
  ],
  debit: (date) =>
    `En camino desde su banco. Esperamos el resultado a más tardar el ${date}. No tiene que hacer nada.`,
  card: 'Estamos esperando el resultado. Normalmente tarda menos de 15 minutos. Por favor, no pague de nuevo.',
  confirmation:
    'Su banco espera su confirmación. Abra la factura para continuar o cancelar. Si no responde, el pago se cancela ' +
    'después de 10 minutos.',
  late: (date, company) => [
    'Esto está tardando más de lo habitual. ',
    date
      ? `Esperábamos el resultado a más tardar el ${date}. `
      : 'Esperábamos el resultado en 15 minutos. ',
    'Seguimos verificando este pago. Por favor, no pague de nuevo. ¿Tiene preguntas? Comuníquese con ',
    company,
    '.',
  ],
  credit: {
    part: (settled, credit) =>
      `Se dedujeron ${settled} de la factura. ${credit} pasaron a ser saldo a favor.`,
    all: 'Todo el monto pasó a ser saldo a favor.',
  },
  someCompany: 'la empresa',
} satisfies typeof import('../../en/account/payments.ts').paymentNotes;
