/** Emails about payment methods, plans, schedules and auto-pay. */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice, withContact } from '../links.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';
import { toRecovery } from './recovery.ts';

const profile = ({ portalUrl }: Sender, label: string) => ({ label, url: `${portalUrl}/profile` });

/** After a plan was canceled or has ended (R108). */
const REST_IS_DUE =
  'el saldo restante se puede pagar de inmediato y se debe pagar a más tardar en la fecha de vencimiento de la factura.';

function toChange(data: MailData, defaultText: string): string {
  return toText(data, 'change') ?? defaultText;
}

export function methodRemoved(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'Un método de pago';
  const noMore = `${method}: ya no se harán cobros a este método.`;
  return {
    subject: `Se quitó un método de pago de su cuenta con ${sender.companyName}`,
    preview: noMore,
    heading: 'Se quitó un método de pago',
    paragraphs: [
      toChange(data, noMore),
      'Los pagos que lo usan quedan en espera. No haremos cobros a otro método si usted no lo elige.',
    ],
    facts: listFacts(data),
    action: toInvoice({}, sender, 'Elegir otro método'),
  };
}

export function methodExpiring(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'Su tarjeta';
  return {
    subject: `Su método de pago con ${sender.companyName} vence pronto`,
    preview: `${method} vence pronto. Agregue otro método de pago.`,
    heading: 'Un método de pago vence pronto',
    paragraphs: [
      toChange(data, `${method} vence pronto. Los pagos con esta tarjeta podrían fallar.`),
      'Agregue otro método de pago antes de que venza la tarjeta.',
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
    subject: `Elija otro método de pago para ${sender.companyName}`,
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
  const day = toText(data, 'endsOn');
  const by = day === null ? 'en la fecha indicada abajo' : `el ${day}`;
  return {
    subject: `Recordatorio: ${yours(data)} con ${sender.companyName} no tiene método de pago`,
    preview: `Sin un método de pago, ${yours(data)} termina.`,
    heading: 'Todavía falta un método de pago',
    paragraphs: [
      `No pudimos hacer el cobro porque ${yours(data)} no tiene método de pago.`,
      `Elija uno a más tardar ${by}. De lo contrario, ${yours(data)} termina. Después, ${REST_IS_DUE}`,
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Elegir un método de pago'),
  };
}

export function feeChanged(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'otro método de pago';
  const chosen = `Usted eligió ${method}, que tiene una comisión distinta.`;
  return {
    subject: `Su comisión por procesamiento con ${sender.companyName} ha cambiado`,
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
    subject: `Su plan de pagos con ${sender.companyName} ha cambiado`,
    preview: toChange(data, 'Su plan de pagos ha cambiado.'),
    heading: 'Su plan de pagos ha cambiado',
    paragraphs: [toChange(data, 'Su plan de pagos ha cambiado. Estos son los datos nuevos.')],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver el plan'),
  };
}

/** States that auto-pay does not pay the remaining balance (R83). */
function formatLeftOut(data: MailData): string[] {
  const text = toText(data, 'autoPay');
  return text === null ? [] : [text];
}

export function planDefaulted(data: MailData, sender: Sender): MailContent {
  return {
    subject: `Su plan de pagos con ${sender.companyName} ha terminado`,
    preview:
      'El plan terminó porque no se hicieron algunos pagos. Ya puede pagar el saldo restante.',
    heading: 'Su plan de pagos ha terminado',
    paragraphs: [
      toChange(data, 'No pudimos cobrar dos pagos, por lo que el plan ha terminado.'),
      `Los pagos que ya hizo siguen contando. Después del fin del plan, ${REST_IS_DUE} También puede hacer un acuerdo nuevo.`,
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
    subject: `La fecha de su pago programado con ${sender.companyName} cambió ${to}`,
    preview: `La fecha del cobro cambió ${to}. El monto es el mismo.`,
    heading: 'Su pago programado cambió de fecha',
    paragraphs: [
      `${sender.companyName} cambió la fecha de su pago programado ${to}. El monto es el mismo.`,
      `Puede cancelar el pago en cualquier momento antes de esa fecha. Si usted no aceptó la fecha nueva, comuníquese con ${withContact(sender)}.`,
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
      'Todavía debe esta factura. Puede pagarla ahora o programar el pago de nuevo.',
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
    return `El pago automático no pagará la factura ${toText(data, 'invoiceRef') ?? ''}. Páguela usted${by}.`;
  }
  const change = toChange(data, 'La configuración de su pago automático ha cambiado.');
  return data['autoPay'] === 'off' ? `${change} Puede volver a activarlo en su perfil.` : change;
}

const AUTO_PAY_HEADINGS: Readonly<Record<string, string>> = {
  on: 'El pago automático está activado',
  off: 'El pago automático está desactivado',
  excluded: 'Se excluyó una factura del pago automático',
};

export function autoPayChanged(data: MailData, sender: Sender): MailContent {
  const heading = AUTO_PAY_HEADINGS[String(data['autoPay'])] ?? 'Su pago automático ha cambiado';
  return {
    subject: `${heading} en su cuenta con ${sender.companyName}`,
    preview: describeAutoPay(data),
    heading,
    paragraphs: [describeAutoPay(data)],
    facts: listFacts(data),
    action: profile(sender, 'Ver el pago automático'),
    notes:
      data['autoPay'] === 'off'
        ? []
        : [
            `Cada factura se paga en su fecha de vencimiento, y le avisamos por correo antes de cada pago. Para dejar de usarlo, desactive el pago automático en su perfil o comuníquese con ${withContact(sender)}.`,
          ],
  };
}
