/** The secure fields (product §5): labels, which are also the names inside the frames, and 3-D Secure. */
export const fieldTexts = {
  labels: {
    cardHolder: 'Nombre del titular',
    cardNumber: 'Número de tarjeta',
    expiry: 'Fecha de vencimiento',
    cvc: 'CVC',
    routingNumber: 'Número de ruta',
    accountNumber: 'Número de cuenta',
    firstName: 'Nombre',
    lastName: 'Apellido',
    businessName: 'Nombre de la empresa',
    idType: 'Tipo de identificación',
    idValue: 'Número de identificación',
    driverLicenseState: 'Estado que emitió la licencia',
    element: 'Datos de pago',
  },
  accountHolder: 'Titular de la cuenta',
  accountHolders: { PERSONAL: 'Personal', BUSINESS: 'Empresa' },
  accountKind: 'Tipo de cuenta',
  accountKinds: { CHECKING: 'De cheques', SAVINGS: 'De ahorros' },
  payerId: {
    driverLicense:
      'Para un pago bancario se necesita su licencia de conducir. No guardamos este dato.',
    taxId:
      'Para un pago bancario se necesita su número de Seguro Social o de contribuyente. No guardamos este dato.',
  },
  expiryFormat: 'MM / AA',
  unexpected: 'Ocurrió un error inesperado.',
  challenge: { title: '3-D Secure', frame: 'Verificación 3-D Secure', cancel: 'Cancelar' },
} satisfies typeof import('../../en/payment/fields.ts').fieldTexts;
