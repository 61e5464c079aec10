/** The payment form, its consent texts and results. */
export const payTexts = {
  authorization: 'Autorización',
  tick: 'Marque la casilla para aceptar la autorización.',
  sign: (button) =>
    `Al elegir “${button}”, usted firma electrónicamente la autorización y acepta recibirla por correo electrónico, junto con los avisos relacionados.`,
  readIt: 'Ver autorización',
  autoCharge:
    'Entiendo y acepto que el pago que programe se me cobrará automáticamente en la fecha indicada',
  saveMethod: 'Guardar el método de pago para pagos futuros',
  processingFee: 'Comisión por procesamiento',
  total: 'Total',
  kind: 'Tipo de pago',
  kinds: { card: 'Tarjeta', ach: 'Cuenta bancaria (ACH)' },
  saved: {
    one: 'Método de pago guardado',
    many: 'Métodos de pago guardados',
    kinds: { card: 'Tarjeta', ach: 'Cuenta bancaria' },
    lastUsed: (kind) => `${kind} · usada la última vez`,
    obstacles: {
      expired: 'Vencida',
      disputed:
        'Se disputó un pago con este método. Puede usarlo para pagar ahora, pero no para pagos posteriores.',
    },
  },
  anotherMethod: 'Otro método de pago',
  wallet: 'Pagar con una billetera digital',
  orByCard: 'O pagar con tarjeta',
  notChecked: {
    card: 'No pudimos verificar la tarjeta. Inténtelo de nuevo.',
    ach: 'No pudimos verificar la cuenta bancaria. Inténtelo de nuevo.',
  },
  notConfirmed: 'Su banco no confirmó este pago.',
  confirmAgain: {
    card: 'Su tarjeta está guardada. Lea su autorización y confirme de nuevo para usarla aquí.',
    ach: 'Su cuenta bancaria está guardada. Lea su autorización y confirme de nuevo para usarla aquí.',
  },
  challenge: {
    title: 'Esperando a su banco',
    text:
      'Su banco todavía no ha confirmado este pago. No puede comenzar otro pago de esta factura hasta que ' +
      'este se confirme o se cancele.',
    continue: 'Continuar con su banco',
    cancel: 'Cancelar el pago',
    canceling: 'Estamos cancelando el pago. Sigue en proceso hasta que se confirme la cancelación.',
    cancelingNow: 'Cancelando…',
    unconfirmed:
      'Solicitamos la cancelación y estamos esperando la confirmación. Puede cerrar esta ventana.',
    notAsked: 'No pudimos solicitar la cancelación. Inténtelo de nuevo.',
    openedBefore:
      'La confirmación de su banco se abrió antes de que se cargara esta página y no se puede volver a abrir ' +
      'aquí. Si la confirmó con su banco, esta página mostrará el resultado. Si no, cancele el pago.',
    openedElsewhere:
      'La confirmación de su banco está abierta en otra ventana. Continúe allí. Si no hay respuesta, el pago ' +
      'se cancela después de 10 minutos.',
  },
  planPart: {
    next: (ordinal) => `${ordinal} pago`,
    ahead: (count) => `Los próximos ${count} pagos`,
    rest: 'Pagar el saldo restante',
  },
  overlay: {
    loading: { title: 'Preparando el pago seguro' },
    pending: { title: 'No cierre esta ventana mientras se realiza el pago' },
    success: { title: '¡Pago realizado!', text: 'Gracias, recibimos su pago' },
    error: { title: 'No se pudo realizar el pago', text: '¡Algo salió mal!' },
    scheduled: { title: 'Pago programado', text: '¡Gracias! Su pago quedó programado' },
    sent: {
      title: 'Su débito bancario está en camino',
      text:
        'Los bancos suelen tardar hasta 4 días hábiles. Puede cerrar esta ventana. Hasta entonces, el pago ' +
        'aparece como “En proceso”. Por favor, no pague de nuevo.',
    },
  },
  close: 'Cerrar',
  tryAgain: 'Reintentar',
  offline: 'No tiene conexión. Verificaremos su pago en cuanto vuelva a tenerla.',
  longWait: (time, company) => [
    `Esto está tardando más de lo habitual. Esperamos el resultado a más tardar a las ${time}. Por favor, no ` +
      'pague de nuevo. Puede cerrar esta ventana. La página mostrará el resultado en cuanto lo tengamos. Si para ' +
      'entonces no aparece, comuníquese con ',
    company,
    '.',
  ],
  facts: { amount: 'Monto', from: 'De', paidWith: 'Pagado con', date: 'Fecha' },
  scheduled: {
    date: 'Fecha',
    amount: 'Monto',
    fee: 'Incluye comisión por procesamiento',
    method: 'Método de pago',
    undo: 'Hasta entonces, puede cancelarlo o pagar antes en la página de la factura.',
    undoByLink: (company) => [
      'Hasta entonces, puede pagar antes aquí. Para cancelarlo, inicie sesión en su portal de cliente o ' +
        'comuníquese con ',
      company,
      '.',
    ],
  },
} satisfies typeof import('../../en/payment/pay.ts').payTexts;
