/** Emails about payments: received, submitted, upcoming, failed, returned. */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice, withContact } from '../links.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';
import { bankAsks, toRecovery } from './recovery.ts';

function about(data: MailData, by: 'de' | 'por' = 'de'): string {
  const reference = toText(data, 'invoiceRef');
  if (reference !== null) return ` ${by} la factura ${reference}`;
  const references = toText(data, 'invoiceRefs');
  return references === null ? '' : ` ${by} las facturas ${references}`;
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
    paragraphs: [
      `${sender.companyName} recibió su pago${about(data)}.`,
      ...(data['isPlanFinished'] === 1
        ? ['Este fue el último pago de su plan de pagos. El plan está terminado.']
        : []),
    ],
    facts: listFacts(data),
    action: { label: 'Ver el pago', url: `${sender.portalUrl}/payments` },
    notes: [
      data['isAttached'] === 0
        ? 'Puede descargar su recibo en su portal de cliente.'
        : 'Su recibo está adjunto como PDF. También puede descargarlo en su portal de cliente.',
    ],
  };
}

export function paymentSubmitted(data: MailData, sender: Sender): MailContent {
  const total = computeTotal(data) ?? '';
  const expectedOn = toText(data, 'expectedOn');
  const submitted = `Su débito bancario${about(data)} se envió.`;
  return {
    subject: `Débito bancario a ${sender.companyName} enviado: ${total}`,
    preview: submitted,
    heading: 'Su débito bancario se envió',
    amount: total,
    paragraphs: [
      `${submitted}${expectedOn ? ` Esperamos el resultado a más tardar el ${expectedOn}.` : ''}`,
      'No tiene que hacer nada. Cuando el pago se complete, le enviaremos el recibo.',
    ],
    facts: listFacts(data),
    action: { label: 'Ver el pago', url: `${sender.portalUrl}/payments` },
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
      `Haremos el cobro a ${toText(data, 'method') ?? 'su método de pago'}${onDate(date, ' en la fecha acordada')}. Hasta entonces, puede cancelar este pago o pagar antes.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver o cancelar'),
  };
}

export function upcomingCharge(data: MailData, sender: Sender): MailContent {
  const date = toDate(data);
  const total = computeTotal(data);
  const amount = total ?? 'un pago';
  const charged = total === null ? 'se cobrará un pago' : `se cobrarán ${total}`;
  return {
    subject: `Próximo cobro de ${sender.companyName}: ${amount}`,
    preview: `Como usted autorizó, ${charged}${onDate(date, ' pronto')}${about(data, 'por')}.`,
    heading: 'Se acerca un pago',
    ...(total === null ? {} : { amount: total }),
    paragraphs: [
      `Como usted autorizó, ${charged}${onDate(date, '')}${about(data, 'por')}. No tiene que hacer nada.`,
      `Para cambiar o cancelar este pago, use el botón${date ? ` antes del ${date}` : ''} o comuníquese con ${withContact(sender)}.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Revisar o cambiar'),
  };
}

export function paymentFailed(data: MailData, sender: Sender): MailContent {
  const next = toText(data, 'nextTryOn');
  return {
    subject: `Su pago a ${sender.companyName} no se pudo realizar`,
    preview: `Su pago${about(data)} no se pudo realizar.`,
    heading: 'Su pago no se pudo realizar',
    paragraphs: [
      `Su pago${about(data)} no se pudo realizar. No se le ha cobrado nada.`,
      next === null
        ? 'No lo intentaremos de nuevo automáticamente. Pague de otra manera o use otro método de pago.'
        : `Lo intentaremos de nuevo el ${next}. Hasta entonces, puede pagar ahora o cambiar el método de pago.`,
      ...bankAsks(data),
    ],
    facts: listFacts(data),
    ...toRecovery(data, sender, 'Revisar este pago'),
  };
}

export function refundFailed(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Su reembolso de ${sender.companyName} no se pudo realizar`,
    preview: `Su reembolso${about(data)} no se pudo completar.`,
    heading: 'Su reembolso no se pudo realizar',
    paragraphs: [
      `Su reembolso${about(data)} no se pudo completar, y el dinero no está en su cuenta.`,
      `Todavía se le debe ese dinero. ${sender.companyName} se lo enviará de nuevo o le pagará de otra forma. No tiene que hacer nada.`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, isOfSeveral(data) ? 'Ver las facturas' : 'Ver la factura'),
  };
}

export function paymentReturned(data: MailData, sender: Sender): MailContent {
  const next = toText(data, 'nextTryOn');
  const isOpen = data['remainingCents'] !== 0;
  const open = isOpen
    ? 'Usted vuelve a deber este monto.'
    : 'La factura está pagada. No debe nada.';
  const returned = {
    subject: `Su pago a ${sender.companyName} fue devuelto por su banco`,
    preview: `Su pago${about(data)} fue devuelto. ${open}`,
    heading: 'Su pago fue devuelto por su banco',
    paragraphs: [
      `Su banco devolvió su pago${about(data)}. ${open}`,
      ...(next === null
        ? []
        : [
            `Presentaremos el débito de nuevo el ${next} por el mismo monto. Para evitarlo, cambie el método de pago o comuníquese con ${withContact(sender)} antes de esa fecha.`,
          ]),
    ],
  };
  const reversal = `Su pago${about(data)} se anuló. ${open}`;
  const reversed = {
    subject: `Su pago a ${sender.companyName} se anuló`,
    preview: reversal,
    heading: 'Su pago se anuló',
    paragraphs: [reversal],
  };
  return {
    ...(data['isRecorded'] === 1 ? reversed : returned),
    facts: listFacts(data),
    action: toInvoice(data, sender, isOfSeveral(data) ? 'Ver las facturas' : 'Ver la factura'),
  };
}
