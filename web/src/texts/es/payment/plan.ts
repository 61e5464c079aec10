/** Payment plans. Ordinals and dates are already formatted. */
export const planTexts = {
  title: 'Plan de pagos',
  payments: 'Pagos del plan',
  payment: (ordinal) => `${ordinal} pago`,
  choose: 'Seleccione el número de pagos',
  today: (day) => `Hoy, ${day}`,
  aMonth: (cost) => `${cost} al mes`,
  aMonthWithFee: (cost) => `${cost} al mes con la comisión`,
  upTo: (cost) => `hasta ${cost}`,
  paymentsOf: (count, cost) => `${count} pagos de ${cost}`,
  pay: 'Pagar',
  payAhead: 'Adelantar pagos',
  payRest: 'Pagar el saldo restante',
  cancel: 'Cancelar el plan de pagos',
  made: (paid, count) => `${paid} de ${count} pagos realizados`,
  share: (paid, count) => `${paid}/${count}`,
  amountOf: (paid, total) => `${paid} de ${total}`,
  withFees: (amounts, fees) => `${amounts}, incluidos ${fees} en comisiones`,
  sign: {
    paid: 'Pagado: ',
    failed: 'Fallido: ',
    pending: 'En proceso: ',
    canceled: 'Cancelado: ',
    next: 'Próximo: ',
    later: 'Más adelante: ',
  },
  line: {
    failed: (day) => `Pago fallido · ${day}`,
    canceled: (day) => `Cancelado · ${day}`,
    pending: 'Pago en proceso',
  },
  method: {
    missing: {
      title: 'Este plan no tiene un método de pago',
      text: 'No podemos cobrar los próximos pagos hasta que agregue uno.',
      until: (day) =>
        `No podemos cobrar los próximos pagos hasta que agregue uno. Si no lo agrega a más tardar el ${day}, el plan termina.`,
      action: 'Agregar un método de pago',
      expired: {
        title: (last4) => `Su tarjeta terminada en ${last4} ha vencido`,
        text: 'No podemos cobrar los próximos pagos hasta que agregue otro método de pago.',
        until: (day) =>
          `No podemos cobrar los próximos pagos hasta que agregue otro método de pago. Si no lo agrega a más tardar el ${day}, el plan termina.`,
      },
    },
    chargedTo: 'Se cobra automáticamente a',
    change: 'Cambiar',
  },
} satisfies typeof import('../../en/payment/plan.ts').planTexts;
