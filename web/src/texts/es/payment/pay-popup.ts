/** The PAY popup around its form (product §2.9 to §2.14). */
export const payPopupTexts = {
  form: 'Método de pago',
  plan: 'Plan de pagos',
  schedule: 'Programar un pago',
  today: (amount) => `${amount} hoy`,
  todayWithFee: (amount) => `${amount} hoy con la comisión`,
  withFee: (amount) => `${amount} con la comisión`,
  total: 'Total',
  totalOver: (count) => `Total en ${count} pagos`,
  totalOn: (day) => `Total el ${day}`,
  specifyMethod: 'Indicar el método de pago',
  privacy: {
    card: (company) =>
      `Los datos de la tarjeta van directamente al procesador de pagos y nunca llegan a ${company}.`,
    ach: (company) =>
      `Los datos bancarios van directamente al procesador de pagos y nunca llegan a ${company}.`,
  },
  confirmed: {
    plan: (first, day) => `${first} hoy, próximo pago el ${day}`,
    day: (day) => `Pago el ${day}`,
    change: 'Cambiar',
  },
  fieldsFailed: {
    title: 'No pudimos cargar los campos de pago seguros',
    text:
      'No se le ha cobrado nada. Revise su conexión y asegúrese de que nada bloquee al procesador ' +
      'de pagos.',
  },
  runningPlan: {
    method: 'Método de pago del plan',
    noMethod: 'El método de pago de este plan ya no se puede usar. Primero agregue otro al plan.',
    parts: 'Qué pagar ahora',
    count: 'Cuántos pagos',
    ahead: 'Los pagos posteriores conservan sus fechas.',
    amount: 'Monto',
  },
} satisfies typeof import('../../en/payment/pay-popup.ts').payPopupTexts;
