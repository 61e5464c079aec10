/** Saved payment methods and auto-pay, in the profile. */
export const methodsTexts = {
  title: 'Métodos de pago',
  none: 'No hay métodos guardados. Guarde uno para pagar más rápido o activar el pago automático.',
  add: 'Agregar un método de pago',
  remove: (last4) => `Quitar el método terminado en ${last4}`,
  autoPay: {
    title: 'Pago automático',
    whenOn: 'El pago automático está activado',
    whenOff: 'El pago automático está desactivado',
    setUp: 'Configurar pago automático',
    change: 'Cambiar',
    close: 'Cerrar',
    on: 'Cada factura se paga automáticamente en su fecha de vencimiento. Le avisaremos antes de cada cobro.',
    off: 'Desactivado. Usted paga cada factura por su cuenta.',
    needsMethod:
      'Guarde un método de pago para que sus facturas se paguen automáticamente en su fecha de vencimiento.',
    payWith: 'Pagar con',
    bankAccount: 'Cuenta bancaria',
    method: (kind, digits) => `${kind} ${digits}`,
    authorization: 'autorización',
    agreeBySwitching:
      'Al activar el pago automático, usted firma electrónicamente esta autorización y acepta recibirla por correo electrónico, junto con los avisos relacionados:',
    agreeByUsing:
      'Al elegir “Usar este método”, usted firma electrónicamente esta autorización y acepta recibirla por correo electrónico, junto con los avisos relacionados:',
    feeBefore: 'Comisión por procesamiento actual',
    feeAfter: 'Comisión por procesamiento con este método',
    fee: (percentage, fixed) => `${percentage}% + ${fixed} por cada pago`,
    noFee: 'Ninguna',
    disputed: (method) =>
      `${method} no se puede usar para el pago automático porque se disputó un pago con ese método.`,
    expired: (method) => `${method} no se puede usar para el pago automático porque está vencido.`,
    use: 'Usar este método',
    cancel: 'Cancelar',
  },
} satisfies typeof import('../../en/payment/methods.ts').methodsTexts;
