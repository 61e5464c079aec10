/** The CHANGE_PM popup (product §2.15). */
export const changeMethodTexts = {
  title: 'Método de pago',
  fieldsFailed: 'No pudimos cargar los campos de pago seguros',
  tryAgain: 'Reintentar',
  close: 'Cerrar',
  saving: { title: 'Guardando el método de pago', text: 'Espere mientras actualizamos la factura' },
  feeBefore: 'Comisión por procesamiento actual',
  totalBefore: 'Total actual',
  newTotal: 'Total nuevo',
  saved: { title: 'Listo', text: 'El nuevo método de pago se agregó correctamente' },
} satisfies typeof import('../../en/payment/change-method.ts').changeMethodTexts;
