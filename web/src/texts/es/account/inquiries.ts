/** Questions and disputes about an invoice. */
export const inquiryTexts = {
  title: 'Preguntas sobre esta factura',
  intro: (company) => `Pregunte a ${company} o avise si algo en esta factura no es correcto.`,
  failed: 'No pudimos cargar las preguntas sobre esta factura.',
  open: { QUESTION: 'Hacer una pregunta', DISPUTE: 'Disputar esta factura' },
  kinds: { QUESTION: 'Su pregunta', DISPUTE: 'Su disputa' },
  labels: { QUESTION: '¿Qué desea saber?', DISPUTE: '¿Qué no es correcto en esta factura?' },
  hint: 'Texto simple. No escriba números de tarjeta ni de cuenta.',
  effects: {
    QUESTION: (company) =>
      `${company} responde aquí y por correo electrónico. La factura queda como está.`,
    DISPUTE: (company) =>
      `Hasta que ${company} responda, esta factura no se puede pagar y no se cobra nada por ella. Un plan de pagos, un pago programado o el pago automático continúa después de la respuesta.`,
  },
  tooShort: (min) => `Escriba al menos ${min} caracteres.`,
  tooLong: (max) => `Escriba como máximo ${max} caracteres.`,
  submit: { QUESTION: 'Enviar pregunta', DISPUTE: 'Enviar disputa' },
  cancel: 'Cancelar',
  isOpen: 'En espera de respuesta',
  isAnswered: 'Respondida',
  sentOn: (date) => `Enviada el ${date}`,
  answered: (company, date) => `${company} respondió el ${date}`,
  waiting: (company) =>
    `${company} recibe su mensaje de inmediato. Puede enviar otro después de la respuesta.`,
  hidden:
    'El cliente la envió después de iniciar sesión. Inicie sesión para leerla junto con la respuesta.',
  isProcessing: 'Se está procesando un pago de esta factura. Después podrá disputarla.',
} satisfies typeof import('../../en/account/inquiries.ts').inquiryTexts;
