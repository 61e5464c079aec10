/** Questions and disputes about an invoice. */
export const inquiryTexts = {
  title: 'Preguntas sobre esta factura',
  intro: (company) =>
    `Hágale una pregunta a ${company} o avísele si algo en esta factura no es correcto.`,
  failed: 'No pudimos cargar las preguntas sobre esta factura.',
  open: { QUESTION: 'Hacer una pregunta', DISPUTE: 'Disputar esta factura' },
  kinds: { QUESTION: 'Su pregunta', DISPUTE: 'Su disputa' },
  labels: { QUESTION: '¿Qué desea saber?', DISPUTE: '¿Qué no es correcto en esta factura?' },
  hint: 'No incluya números de tarjeta ni de cuenta.',
  effects: {
    QUESTION: (company) =>
      `${company} le responderá aquí y por correo electrónico. La factura y su fecha de vencimiento no cambian.`,
    DISPUTE: (company) =>
      `Hasta que ${company} responda, esta factura no se puede pagar y no se le cobrará nada por ella. Si hay un plan de pagos, un pago programado o un pago automático, continuará después de la respuesta.`,
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
    `Le enviamos su mensaje a ${company}. Podrá enviar otro cuando le respondan.`,
  hidden:
    'El cliente envió este mensaje después de iniciar sesión. Inicie sesión para leerlo junto con la respuesta.',
  isProcessing: 'Se está procesando un pago de esta factura. Después podrá disputarla.',
} satisfies typeof import('../../en/account/inquiries.ts').inquiryTexts;
