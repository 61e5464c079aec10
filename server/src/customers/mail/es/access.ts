/** Emails about signing in, contacts and passkeys. */
import { grouped } from '../../../platform/mail/grouped-code.ts';
import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';

const NOT_YOU = 'Si usted no lo solicitó, puede ignorar este correo. No ha cambiado nada.';

export function signIn(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  return {
    subject: `Inicie sesión en ${companyName}`,
    preview: `Su enlace y su código para el portal de clientes de ${companyName}. Sirven durante 10 minutos.`,
    heading: 'Inicie sesión en su portal de cliente',
    paragraphs: [
      `Use el botón para ver y pagar sus facturas de ${companyName}. En otro navegador o en otro dispositivo se le pedirá el código de abajo.`,
    ],
    action: {
      label: 'Iniciar sesión',
      url: `${portalUrl}/auth#token=${toText(data, 'token') ?? ''}`,
    },
    code: grouped(toText(data, 'code') ?? ''),
    notes: [
      'El enlace y el código sirven una sola vez, durante los próximos 10 minutos. Nunca le pediremos el código.',
      NOT_YOU,
    ],
  };
}

export function findInvoice(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const reference = toText(data, 'invoiceRef') ?? '';
  return {
    subject: `Su factura ${reference} de ${companyName}`,
    preview: `El enlace que solicitó para la factura ${reference}.`,
    heading: `Aquí está su factura ${reference}`,
    paragraphs: ['Usted solicitó un enlace a esta factura. Ábrala para ver lo que debe y pagar.'],
    facts: listFacts(data),
    action: { label: 'Ver la factura', url: `${portalUrl}/pay/${toText(data, 'token') ?? ''}` },
    notes: [
      'Cualquiera que tenga este enlace puede ver y pagar esta factura. No lo comparta.',
      NOT_YOU,
    ],
  };
}

export function contactVerification(
  data: MailData,
  { companyName, portalUrl }: Sender,
): MailContent {
  const path = toText(data, 'path') ?? '/profile#verify=';
  return {
    subject: `Verifique su dirección de correo electrónico para ${companyName}`,
    preview: 'Confirme que esta dirección de correo electrónico es suya.',
    heading: 'Verifique su dirección de correo electrónico',
    paragraphs: [
      `Esta dirección se agregó a sus contactos con ${companyName}. Verifique que es suya.`,
    ],
    action: {
      label: 'Verificar esta dirección',
      url: `${portalUrl}${path}${toText(data, 'token') ?? ''}`,
    },
    notes: [
      'El enlace sirve una sola vez. Por su seguridad, no enviaremos correos de inicio de sesión a esta dirección durante las primeras 24 horas.',
      `Si no conoce a ${companyName}, ignore este correo. No usaremos esta dirección si usted no la verifica.`,
    ],
  };
}

export function contactChanged(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const change = toText(data, 'event') ?? 'Sus contactos han cambiado.';
  const contact = toText(data, 'contact');
  return {
    subject: `Sus contactos con ${companyName} han cambiado`,
    preview: change,
    heading: 'Sus contactos han cambiado',
    paragraphs: [change],
    facts: contact === null ? [] : [['Contacto', contact]],
    action: { label: 'Revisar sus contactos', url: `${portalUrl}/profile` },
    notes: [
      'Si no fue usted, inicie sesión, quite los contactos que no reconozca y cierre la sesión en todas partes.',
    ],
  };
}

export function passkeyAdded(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const passkey = toText(data, 'passkey');
  return {
    subject: `Se agregó una llave de acceso a su cuenta con ${companyName}`,
    preview: 'Ya puede usarla para iniciar sesión sin un correo.',
    heading: 'Se agregó una llave de acceso',
    paragraphs: [
      'Ya puede usar esta llave de acceso para iniciar sesión en su portal de cliente sin un correo.',
    ],
    facts: passkey === null ? [] : [['Llave de acceso', passkey]],
    action: { label: 'Revisar sus llaves de acceso', url: `${portalUrl}/profile` },
    notes: [
      'Si no fue usted, inicie sesión, quite la llave de acceso y cierre la sesión en todas partes.',
    ],
  };
}

export function passkeyRemoved(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const passkey = toText(data, 'passkey');
  return {
    subject: `Se quitó una llave de acceso de su cuenta con ${companyName}`,
    preview: 'Ya no sirve para iniciar sesión.',
    heading: 'Se quitó una llave de acceso',
    paragraphs: [
      'Esta llave de acceso ya no sirve para iniciar sesión en su portal de cliente. Todavía puede iniciar sesión por correo.',
    ],
    facts: passkey === null ? [] : [['Llave de acceso', passkey]],
    action: { label: 'Revisar sus llaves de acceso', url: `${portalUrl}/profile` },
    notes: [
      'Si no fue usted, inicie sesión, revise sus llaves de acceso y sus contactos y cierre la sesión en todas partes.',
    ],
  };
}
