/** Emails about payment methods, plans, schedules and auto-pay. */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice } from '../links.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';
import { toRecovery } from './recovery.ts';

const profile = ({ portalUrl }: Sender, label: string) => ({ label, url: `${portalUrl}/profile` });

function toChange(data: MailData, defaultText: string): string {
  return toText(data, 'change') ?? defaultText;
}

export function methodRemoved(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'Un método de pago';
  const noMore = `${method}: ya no se harán cobros a este método.`;
  return {
    subject: `Se quitó un método de pago en ${sender.companyName}`,
    preview: noMore,
    heading: 'Se quitó un método de pago',
    paragraphs: [
      toChange(data, noMore),
      'Los pagos que lo usan quedan en espera hasta que elija otro método. No pasamos nada a otro método.',
    ],
    facts: listFacts(data),
    action: toInvoice({}, sender, 'Elegir otro método'),
  };
}

export function methodExpiring(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'Su tarjeta';
  return {
    subject: `Su método de pago en ${sender.companyName} vence pronto`,
    preview: `${method} vence pronto. Agregue uno nuevo.`,
    heading: 'Un método de pago vence pronto',
    paragraphs: [
      toChange(data, `${method} vence pronto. Los pagos que lo usan fallarían.`),
      'Agregue uno nuevo antes de que venza.',
    ],
    facts: listFacts(data),
    action: profile(sender, 'Actualizar el método de pago'),
  };
}

function yours(data: MailData): string {
  return `su ${toText(data, 'what') ?? 'pago'}`;
}

export function arrangementSuspended(data: MailData, sender: Sender): MailContent {
  const cannot = `Sin otro método de pago, ${yours(data)} no puede continuar.`;
  return {
    subject: `Elija otro método de pago en ${sender.companyName}`,
    preview: cannot,
    heading: 'Elija otro método de pago',
    paragraphs: [
      toText(data, 'reason') ?? 'Ya no se pueden hacer cobros a este método de pago.',
      cannot,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Elegir otro método'),
  };
}

export function arrangementReminder(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Recordatorio: ${yours(data)} con ${sender.companyName} no tiene método de pago`,
    preview: `Sin un método de pago, ${yours(data)} termina.`,
    heading: 'Todavía falta un método de pago',
    paragraphs: [
      `No pudimos hacer el cobro porque ${yours(data)} no tiene método de pago.`,
      'Elija uno a más tardar en la fecha indicada abajo. De lo contrario termina, y el saldo restante se debe pagar en su fecha de vencimiento.',
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Elegir un método de pago'),
  };
}

export function feeChanged(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'otro método de pago';
  const chosen = `Usted eligió ${method}, que tiene una comisión distinta.`;
  return {
    subject: `Su comisión por procesamiento en ${sender.companyName} ha cambiado`,
    preview: chosen,
    heading: 'Su comisión por procesamiento ha cambiado',
    paragraphs: [
      `${chosen} Estos son los montos que faltan por pagar.`,
      'Los pagos que ya hizo no han cambiado.',
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver los pagos'),
  };
}

export function planChanged(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Su plan de pagos con ${sender.companyName}`,
    preview: toChange(data, 'Su plan de pagos ha cambiado.'),
    heading: 'Su plan de pagos ha cambiado',
    paragraphs: [toChange(data, 'Su plan de pagos ha cambiado. Estos son los datos nuevos.')],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver el plan'),
  };
}

/** States that auto-pay does not charge the remaining balance (R83). */
function formatLeftOut(data: MailData): string[] {
  const text = toText(data, 'autoPay');
  return text === null ? [] : [text];
}

export function planDefaulted(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Su plan de pagos con ${sender.companyName} ha terminado`,
    preview: 'Faltaron pagos, por lo que el plan ha terminado. El saldo restante vence ahora.',
    heading: 'Su plan de pagos ha terminado',
    paragraphs: [
      toChange(data, 'No pudimos cobrar dos pagos, por lo que el plan ha terminado.'),
      'Los pagos que ya hizo siguen contando. Puede pagar ahora el saldo restante o hacer un acuerdo nuevo.',
      ...formatLeftOut(data),
    ],
    facts: listFacts(data),
    ...toRecovery(data, sender, 'Pagar o hacer un acuerdo nuevo'),
  };
}

export function scheduleMoved(data: MailData, sender: Sender): MailContent {
  const date = toText(data, 'chargeOn');
  const to = date === null ? 'a un día posterior' : `al ${date}`;
  return {
    subject: `Su pago programado con ${sender.companyName} se pasó ${to}`,
    preview: `El cobro se pasó ${to}. El monto es el mismo.`,
    heading: 'Su pago programado cambió de fecha',
    paragraphs: [
      `${sender.companyName} pasó su pago programado ${to}. El monto es el mismo.`,
      'Puede cancelarlo en cualquier momento antes de esa fecha. Si usted no lo acordó, comuníquese con la empresa.',
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver la factura'),
  };
}

export function scheduleEnded(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Su pago programado con ${sender.companyName} ha terminado`,
    preview: toChange(data, 'No haremos el pago programado.'),
    heading: 'Su pago programado ha terminado',
    paragraphs: [
      toChange(data, 'No pudimos hacer el pago y no lo intentaremos de nuevo.'),
      'La factura sigue pendiente. Puede pagarla ahora o programarla de nuevo.',
      ...formatLeftOut(data),
    ],
    facts: listFacts(data),
    ...toRecovery(data, sender, 'Ver la factura'),
  };
}

function describeAutoPay(data: MailData): string {
  if (data['autoPay'] === 'excluded') {
    const dueOn = data['isOverdue'] === 1 ? null : toText(data, 'dueOn');
    const by = dueOn === null ? '' : ` a más tardar el ${dueOn}`;
    return `El pago automático no cobrará la factura ${toText(data, 'invoiceRef') ?? ''}. Páguela usted${by}.`;
  }
  const change = toChange(data, 'La configuración de su pago automático ha cambiado.');
  return data['autoPay'] === 'off' ? `${change} Puede volver a activarlo en su perfil.` : change;
}

export function autoPayChanged(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Pago automático en ${sender.companyName}`,
    preview: describeAutoPay(data),
    heading: 'Su pago automático ha cambiado',
    paragraphs: [describeAutoPay(data)],
    facts: listFacts(data),
    action: profile(sender, 'Ver el pago automático'),
    notes:
      data['autoPay'] === 'off'
        ? []
        : ['Puede desactivar el pago automático en cualquier momento en su perfil.'],
  };
}
