/** Emails about payments: received, upcoming, failed, returned. */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice } from '../links.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';
import { bankAsks, toRecovery } from './recovery.ts';

function about(data: MailData): string {
  const reference = toText(data, 'invoiceRef');
  if (reference !== null) return ` de la factura ${reference}`;
  const references = toText(data, 'invoiceRefs');
  return references === null ? '' : ` de las facturas ${references}`;
}

const isOfSeveral = (data: MailData) => toText(data, 'invoiceRefs') !== null;

const toDate = (data: MailData) => toText(data, 'chargeOn') ?? toText(data, 'date');
const computeTotal = (data: MailData) => toText(data, 'totalCents') ?? toText(data, 'amountCents');
const onDate = (date: string | null, otherwise: string) => (date ? ` el ${date}` : otherwise);

export function receipt(data: MailData, sender: Sender): MailContent {
  const total = computeTotal(data) ?? '';
  return {
    subject: `Recibo de ${sender.companyName}: ${total}`,
    preview: `Recibimos su pago${about(data)}.`,
    heading: 'Gracias por su pago',
    amount: total,
    paragraphs: [`${sender.companyName} recibió su pago${about(data)}.`],
    facts: listFacts(data),
    action: { label: 'Ver el pago', url: `${sender.portalUrl}/payments` },
    notes: ['Su recibo está adjunto como PDF. También puede descargarlo en su portal de cliente.'],
  };
}

export function paymentScheduled(data: MailData, sender: Sender): MailContent {
  const date = toDate(data);
  const total = computeTotal(data);
  return {
    subject: `Pago programado con ${sender.companyName}`,
    preview: `Su pago${about(data)} está programado${date ? ` para el ${date}` : ''}.`,
    heading: 'Su pago está programado',
    ...(total === null ? {} : { amount: total }),
    paragraphs: [
      `Haremos el cargo a su método de pago${onDate(date, ' en la fecha acordada')}. Hasta entonces puede cancelarlo o pagar antes.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver o cancelar'),
  };
}

export function upcomingCharge(data: MailData, sender: Sender): MailContent {
  const date = toDate(data);
  const total = computeTotal(data);
  const amount = total ?? 'un pago';
  return {
    subject: `Próximo cargo de ${sender.companyName}: ${amount}`,
    preview: `Se cobrará ${amount}${onDate(date, ' pronto')}${about(data)}.`,
    heading: 'Se acerca un pago',
    ...(total === null ? {} : { amount: total }),
    paragraphs: [
      `Como usted autorizó, se cobrará ${amount}${onDate(date, '')}${about(data)}. No tiene que hacer nada.`,
      'Si prefiere pagar de otra manera, cámbielo antes de esa fecha.',
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Revisar o cambiar'),
  };
}

export function paymentFailed(data: MailData, sender: Sender): MailContent {
  const next = toText(data, 'nextTryOn');
  return {
    subject: `Un pago a ${sender.companyName} no se realizó`,
    preview: `Su pago${about(data)} no se realizó.`,
    heading: 'Un pago no se realizó',
    paragraphs: [
      `Su pago${about(data)} no se realizó. No se le ha cobrado nada.`,
      next === null
        ? 'No lo intentaremos de nuevo automáticamente. Pague de otra manera o use otro método de pago.'
        : `Lo intentaremos de nuevo el ${next}. Antes puede pagar o cambiar el método de pago.`,
      ...bankAsks(data),
    ],
    facts: listFacts(data),
    ...toRecovery(data, sender, 'Resolver este pago'),
  };
}

export function refundFailed(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Su reembolso de ${sender.companyName} no se realizó`,
    preview: `Su reembolso${about(data)} no se pudo completar.`,
    heading: 'Un reembolso no se realizó',
    paragraphs: [
      `Su reembolso${about(data)} no se pudo completar, y el dinero no está en su cuenta.`,
      `Se le sigue debiendo. ${sender.companyName} lo enviará de nuevo o le pagará de otra manera. No tiene que hacer nada.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, isOfSeveral(data) ? 'Ver las facturas' : 'Ver la factura'),
  };
}

export function paymentReturned(data: MailData, sender: Sender): MailContent {
  const next = toText(data, 'nextTryOn');
  const isOpen = data['remainingCents'] !== 0;
  const open = isOpen
    ? 'El monto vuelve a estar pendiente.'
    : 'La factura está pagada. No debe nada.';
  return {
    subject: `Su banco devolvió un pago a ${sender.companyName}`,
    preview: `El pago${about(data)} fue devuelto. ${open}`,
    heading: 'Su banco devolvió un pago',
    paragraphs: [
      `Su banco devolvió el pago${about(data)}. ${open}`,
      ...(next === null ? [] : [`Lo intentaremos de nuevo el ${next}.`]),
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, isOfSeveral(data) ? 'Ver las facturas' : 'Ver la factura'),
  };
}
