/** Phrases of emails by key. */
import { returnTexts } from '@quittance/domain/texts/es/declines';
import type { TextKey } from '../en/keyed-texts.ts';

export const keyedTexts: Readonly<Record<TextKey, string>> = {
  ...returnTexts,
  plan: 'plan de pagos',
  schedule: 'pago programado',
  methodRemoved: 'Se quitó el método de pago.',
  methodGone: 'El método de pago ya no está disponible. Elija otro.',
  notAuthorized: 'La autorización de este pago ya no es válida. Confírmela de nuevo.',
  notPayable: 'La factura ha cambiado desde que se programó el pago.',
  contested:
    'Esta factura se disputó, por lo que no se pagará automáticamente. Puede pagarla usted.',
  autoPayOff: 'El pago automático cambió.',
  dueDateMoved: 'La fecha de vencimiento de la factura ha cambiado.',
  amountChanged: 'El monto de la factura ha cambiado desde que se programó el pago.',
  noDebits: 'Su banco indica que no se pueden hacer débitos a esta cuenta. Elija otro método.',
  cardDisputed: 'Se disputó un pago con esta tarjeta. Elija otro método.',
  notAuthorizedDebit:
    'Su banco indica que usted no autorizó un débito. Comuníquese con nosotros antes de continuar.',
  debitsRevoked:
    'Usted revocó la autorización para hacer débitos a esta cuenta. Elija otro método.',
  methodNotSaved:
    'Recibimos su primer pago, pero no pudimos guardar su método de pago para los siguientes.',
  scheduleWithoutMethod: 'No eligió otro método de pago a tiempo. No haremos el pago programado.',
  planWithoutMethod: 'No eligió otro método de pago a tiempo. El plan ha terminado.',
  planMissed: 'No se puso al día un pago atrasado, por lo que el plan terminó.',
  canceledByCompany: 'La empresa canceló su plan de pagos.',
  canceledByPayer: 'Usted canceló su plan de pagos.',
  move: 'Usted cambió la fecha de un pago de su plan.',
  skip: 'Usted omitió un pago de su plan.',
  day: 'Usted cambió el día de pago de su plan.',
  shorten: 'Usted acortó su plan.',
  pause: 'Su plan está en pausa.',
  pauseRefused: 'Su plan no se puede pausar. Sus pagos siguen como se acordó.',
  'contact.added': 'Se agregó un contacto.',
  'contact.changed': 'Se cambió un contacto.',
  'contact.removed': 'Se quitó un contacto.',
  'copy_contact.added': 'Se agregó un destinatario de copias.',
  'copy_contact.changed': 'Se cambió un destinatario de copias.',
  'copy_contact.removed': 'Se eliminó un destinatario de copias.',
  bounced: 'El banco lo devolvió.',
  error: 'Se registró por error.',
};
