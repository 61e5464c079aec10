/** The payment list. */
export const paymentsTexts = {
  title: 'Pagos',
  pager: 'pagos',
  upcoming: 'Próximos pagos',
  ofMonth: (month) => `Pagos de ${month}`,
  failed: 'No pudimos cargar sus pagos',
  none: 'Todavía no hay pagos',
  noneHint: 'Sus pagos y recibos aparecerán aquí.',
  seeInvoices: 'Ver sus facturas',
} satisfies typeof import('../../en/account/payments.ts').paymentsTexts;

const fallback = (reason: string | null, text: string) => `${reason ?? text} `;

/** Below a payment that did not simply succeed: why, and what to do next. */
export const paymentNotes = {
  failed: (reason) => `${fallback(reason, 'Este pago no se realizó.')}No se le cobró nada. `,
  returned: (reason) => fallback(reason, 'Este pago fue devuelto.'),
  refunded: 'Reembolsado. Puede tardar hasta 10 días hábiles en llegar a su cuenta.',
  debit: (date) =>
    `En camino desde su banco. Esperamos el resultado a más tardar el ${date}. No tiene que hacer nada.`,
  card: 'Estamos esperando el resultado, normalmente menos de 15 minutos. No se le cobrará dos veces.',
  late: (date, company) => [
    'Esto está tardando más de lo habitual. ',
    date
      ? `Esperábamos el resultado a más tardar el ${date}. `
      : 'Esperábamos el resultado en 15 minutos. ',
    'Seguimos verificando, y no se le cobrará dos veces. ¿Preguntas? Comuníquese con ',
    company,
    '.',
  ],
  next: {
    open: {
      failed: 'Inténtelo de nuevo o use otro método de pago.',
      returned: 'El monto vuelve a estar pendiente. Pague con otro método.',
    },
    arranged: {
      failed: 'La página de la factura muestra cuándo lo intentaremos de nuevo.',
      returned: 'La página de la factura muestra lo que debe y cuándo lo intentaremos de nuevo.',
    },
    paid: {
      failed: 'La factura está pagada. No tiene que hacer nada.',
      returned: 'La factura está pagada. No tiene que hacer nada.',
    },
  },
  someCompany: 'la empresa',
} satisfies typeof import('../../en/account/payments.ts').paymentNotes;
