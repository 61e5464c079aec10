/** The customer's email preferences (R64). */
import { optionalMailNames } from '@quittance/contract/texts/es/optional-mails';

export const mailPreferenceTexts = {
  title: 'Correos',
  hint: 'Elija qué correos quiere recibir.',
  failed: 'No pudimos cargar su configuración de correo.',
  names: optionalMailNames,
  texts: {
    INVOICES: 'Sus facturas siguen disponibles aquí y vencen igual que antes.',
    REMINDERS: 'Se envían antes y después del vencimiento de una factura.',
    RECEIPTS: 'Los recibos siguen disponibles en Pagos.',
    AUTOMATIC_RECEIPTS: 'Los recibos siguen disponibles en Pagos.',
    ANSWERS:
      'Le avisamos cuando la empresa responde. La respuesta también está en la página de la factura.',
    EXPIRING_CARDS: 'Le avisamos antes de que falle un pago automático.',
  },
  requiredSection: 'los correos que se envían siempre',
  required: [
    {
      name: 'Avisos antes de cobros automáticos',
      why: 'La ley y las reglas de las redes de tarjetas los exigen.',
    },
    {
      name: 'Confirmaciones de lo que aceptó',
      why: 'Son su copia de cada autorización.',
    },
    { name: 'Pagos fallidos y devueltos', why: 'Es posible que tenga que hacer algo.' },
    { name: 'Inicio de sesión y seguridad', why: 'Protegen su cuenta.' },
  ],
} satisfies typeof import('../../en/account/mail-preferences.ts').mailPreferenceTexts;
