/** What stands around the content of every mail. */
import type { Language } from '@quittance/contract/language';

type FrameTexts = {
  greeting: (firstName: string | null) => string;
  code: (code: string) => string;
  sentBy: (company: string) => string;
  questions: (contact: string) => string;
  isPrivate: string;
  /** R64: of a mail that can be turned off. */
  unsubscribe: string;
};

export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  en: {
    greeting: (firstName) => (firstName === null ? 'Hello,' : `Hello ${firstName},`),
    code: (code) => `Your code: ${code}`,
    sentBy: (company) => `Sent by ${company}.`,
    questions: (contact) => `Questions? ${contact}.`,
    isPrivate: 'Account information is private and securely stored.',
    unsubscribe: 'Turn off these emails',
  },
  es: {
    greeting: (firstName) => (firstName === null ? 'Hola:' : `Hola, ${firstName}:`),
    code: (code) => `Su código: ${code}`,
    sentBy: (company) => `Enviado por ${company}.`,
    questions: (contact) => `¿Preguntas? ${contact}.`,
    isPrivate: 'La información de la cuenta es privada y se guarda de forma segura.',
    unsubscribe: 'Desactivar estos correos',
  },
};
