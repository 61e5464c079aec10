/** Contacts that receive copies of the customer's emails (R94). */
export const copyContactsTexts = {
  title: 'Copias',
  hint: 'Estas personas también reciben sus facturas, recordatorios y recibos. No pueden iniciar sesión, y cada una puede desactivar los correos.',
  failed: 'No pudimos cargar quién recibe copias.',
  addOne: 'Enviar copias a alguien',
  add: 'Enviar copias',
  role: 'Qué pueden hacer',
  roles: { BILLING: 'Puede pagar', COPY: 'Solo copia' },
  roleTexts: {
    BILLING: 'Sus correos tienen un enlace que muestra la factura y permite pagarla.',
    COPY: 'Sus correos no tienen enlace.',
  },
  turnedOff: {
    INVOICES: 'Facturas desactivadas',
    REMINDERS: 'Recordatorios desactivados',
    RECEIPTS: 'Recibos desactivados',
  },
  bounced: 'Correo devuelto',
  removeNamed: (email) => `Dejar de enviar copias a ${email}`,
} satisfies typeof import('../../en/account/copy-contacts.ts').copyContactsTexts;
