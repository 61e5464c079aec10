import type { FrameTexts } from '../template.ts';

export const frameTexts: FrameTexts = {
  greeting: (firstName) => (firstName === null ? 'Hola:' : `Hola, ${firstName}:`),
  code: (code) => `Su código: ${code}`,
  sentBy: (company) => `Enviado por ${company}.`,
  questions: (contact) => `¿Tiene preguntas? ${contact}.`,
  copy: (customer) => `Esta es una copia de un correo enviado a ${customer}.`,
  isPrivate: 'La información de la cuenta es privada y se guarda de forma segura.',
  unsubscribe: 'Desactivar estos correos',
  example: { firstName: 'Alex', customerName: 'Alex Morgan', productName: 'Visita de servicio' },
};
