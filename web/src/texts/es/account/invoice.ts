/** The page of one invoice. */
export const invoiceTexts = {
  title: (invoice) => `Factura ${invoice}`,
  titleFor: (invoice, firstName) => `Factura ${invoice} para ${firstName}`,
  waiting: { title: 'Su factura', text: 'Cargando su factura' },
  back: 'Facturas',
  all: 'Todas las facturas',
  due: (date) => `Vence el ${date}`,
  dueAndOverdue: (due, overdue) => `${due} · ${overdue}`,
  scheduledFor: (day) => `Programado para el ${day}`,
  nextTry: (day) => `El último intento falló. Próximo intento: ${day}`,
  nextPayment: (day) => `Próximo pago: ${day}`,
  fee: (fee) => `+ ${fee} de comisión`,
  planFee: (fee) => `+ ${fee} de comisión por procesamiento`,
  kinds: {
    CARD: 'Tarjeta',
    ACH: 'Cuenta bancaria',
    CASH: 'Efectivo',
    NEGOTIATION: 'Descuento acordado',
  },
  amount: { paid: 'Pagado', due: 'Monto a pagar', left: 'Falta por pagar' },
  payment: 'Pago',
  payNow: 'Pagar ahora',
  payInstallment: (ordinal, cost) => `Hacer el ${ordinal.toLowerCase()} pago: ${cost}`,
  privacy: (company, policy) => [
    `Sus datos de pago van directamente al procesador de pagos y nunca llegan a ${company}. `,
    policy('Política de privacidad'),
  ],
  offer: {
    title: (saves) => `Usted ahorra ${saves}`,
    text: (company, amount) =>
      `${company} aceptó ${amount}. Una vez que lo pague, no deberá nada más de esta factura.`,
  },
  billed: {
    title: 'Conceptos',
    item: 'Concepto',
    amount: 'Monto',
    tax: 'Impuesto',
    total: 'Total',
    quantity: (quantity, price) => `${quantity} × ${price}`,
  },
  download: 'Descargar la factura (PDF)',
  paid: 'Pagada por completo. ¡Gracias!',
  debit: {
    title: 'El débito bancario está en camino',
    text:
      'Los bancos suelen tardar hasta 4 días hábiles. No tiene que hacer nada. Esta página ' +
      'mostrará el resultado.',
  },
  processing: {
    title: 'El pago se está procesando',
    text: 'Esta página mostrará el resultado, normalmente en menos de 15 minutos. No se le cobrará dos veces.',
  },
  challenge: {
    title: 'Esperando a su banco',
    text: 'Su banco todavía no ha confirmado este pago.',
    action: 'Continuar o cancelar',
  },
  unavailable: {
    title: 'El pago en línea todavía no está disponible',
    text: (name, company) => [
      `${name} todavía no acepta pagos en esta página. Pague como se indica en su factura o comuníquese con `,
      company,
      '.',
    ],
  },
  questions: (company) => ['¿Tiene preguntas? Comuníquese con ', company, '.'],
  closed: {
    disputed: 'Esta factura está en disputa. Podrá pagarla cuando la disputa se resuelva.',
    draft: 'Esta factura todavía no se ha emitido.',
    plan: 'Esta factura tiene un plan de pagos. Hoy no debe nada.',
    savedMethod: {
      text: 'Los pagos de este plan se cobran a un método de pago guardado. Inicie sesión para pagar antes o usar otro.',
      action: 'Iniciar sesión para pagar',
    },
  },
  summary: {
    title: 'Resumen del pago',
    original: 'Monto original',
    paid: 'Monto pagado',
    refunded: 'Reembolsado',
    dueDate: 'Fecha de vencimiento',
    issued: 'Fecha de emisión',
    company: 'Empresa',
    project: 'Proyecto',
    contract: 'Tipo de contrato',
    description: 'Descripción',
    poNumber: 'Orden de compra',
    note: 'Nota',
  },
  payments: {
    title: 'Pagos',
    failed: 'No pudimos cargar los pagos de esta factura.',
    caption: 'Pagos de esta factura',
    none: 'Todavía no hay pagos. Sus pagos aparecerán aquí.',
    columns: {
      date: 'Fecha',
      method: 'Método',
      status: 'Estado',
      amount: 'Monto',
      receipt: 'Recibo',
    },
  },
} satisfies typeof import('../../en/account/invoice.ts').invoiceTexts;
