/** The scheduled payment of an invoice. */
export const scheduleTexts = {
  title: 'Pago programado',
  nextTry: 'El último intento falló. Lo intentaremos de nuevo ese día.',
  withFee: (fee) => `incluye una comisión de ${fee}`,
  missing: {
    title: 'Este pago no tiene un método de pago',
    text: 'No podemos cobrarlo en esa fecha si no agrega uno.',
    until: (day) =>
      `No podemos cobrarlo hasta que agregue uno. Si no lo agrega a más tardar el ${day}, el pago programado termina.`,
    action: 'Agregar un método de pago',
    expired: {
      title: (last4) => `Su tarjeta terminada en ${last4} ha vencido`,
      text: 'No podemos cobrar este pago hasta que agregue otro método de pago.',
      until: (day) =>
        `No podemos cobrar este pago hasta que agregue otro método de pago. Si no lo agrega a más tardar el ${day}, el pago programado termina.`,
    },
  },
  change: 'Cambiar',
  cancel: 'Cancelar el pago',
  calendar: {
    months: 'Meses',
    previous: 'Ir al mes anterior',
    next: 'Ir al mes siguiente',
    weekday: (name) => name.slice(0, 2),
    day: (weekday, date) => `${weekday}, ${date}`,
    today: (day) => `Hoy, ${day}`,
    chosen: (day) => `${day}, seleccionado`,
  },
} satisfies typeof import('../../en/payment/schedule.ts').scheduleTexts;
