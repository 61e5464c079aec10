import type { FrameTexts } from '../template.ts';

export const frameTexts: FrameTexts = {
  greeting: (firstName) => (firstName === null ? 'Hola:' : `Hola, ${firstName}:`),
  code: (code) => `Su código: ${code}`,
  sentBy: (company) => `Enviado por ${company}.`,
  tradingAs: (owner, dba) => `${owner}, que opera como ${dba}`,
  questions: (contact) => `¿Tiene preguntas? Comuníquese con ${contact}.`,
  agreement: ({ date, version, isEnded }) =>
    `Su autorización del ${date} (versión ${version} del texto)${isEnded ? ', que ha terminado' : ''}:`,
  qrAlt: 'Código QR para pagar esta factura',
  copy: (customer) => `Esta es una copia de un correo enviado a ${customer}.`,
  isPrivate: 'La información de la cuenta es privada y se guarda de forma segura.',
  noReplies: 'Las respuestas a este correo no se leen.',
  unsubscribe: 'Desactivar estos correos',
  required: 'No puede desactivar este correo porque trata de su cuenta o de un pago.',
  test: {
    subject: (subject) => `Prueba: ${subject}`,
    text: 'Este es un correo de prueba con datos de ejemplo. Solo se le envió a usted.',
  },
  example: { firstName: 'Alex', customerName: 'Alex Morgan', productName: 'Visita de servicio' },
};
