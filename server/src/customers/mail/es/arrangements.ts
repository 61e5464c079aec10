/** Emails about payment methods, plans, schedules and auto-pay. */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import type { TextKey } from '../en/keyed-texts.ts';
import { toInvoice, withContact } from '../links.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';
import { toRecovery } from './recovery.ts';

const profile = ({ portalUrl }: Sender, label: string) => ({ label, url: `${portalUrl}/profile` });

/** After a plan was canceled or has ended (R108). */
const REST_IS_DUE =
  'el saldo restante se puede pagar de inmediato y se debe pagar a más tardar en la fecha de vencimiento de la factura.';

function toChange(data: MailData, defaultText: string): string {
  return toText(data, 'event') ?? defaultText;
}

export function methodRemoved(data: MailData, sender: Sender): MailContent {
  const method = toText(data, 'method') ?? 'Un método de pago';
  const noMore = `${method}: ya no se harán cobros a este método.`;
  return {
    subject: `Se quitó un método de pago de su cuenta con ${sender.companyName}`,
    preview: noMore,
    heading: 'Se quitó un método de pago',
    paragraphs: [
      `${noMore}${data['isAutoPayOff'] === 1 ? ' El pago automático está desactivado.' : ''}`,
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
      `${method} vence pronto. Los pagos con esta tarjeta podrían fallar.`,
      'Agregue otro método de pago antes de que venza la tarjeta.',
    ],
    facts: listFacts(data),
    action: profile(sender, 'Actualizar el método de pago'),
  };
}

function yours(data: MailData): string {
  return `su ${toText(data, 'arrangement') ?? 'pago'}`;
}

export function arrangementSuspended(data: MailData, sender: Sender): MailContent {
  const cannot = `Sin otro método de pago, ${yours(data)} no puede continuar.`;
  return {
    subject: `Elija otro método de pago para ${sender.companyName}`,
    preview: cannot,
    heading: 'Elija otro método de pago',
    paragraphs: [toChange(data, 'Ya no se pueden hacer cobros a este método de pago.'), cannot],
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
      `${chosen} Estos son los montos nuevos de los pagos restantes.`,
      'Los pagos que ya hizo no han cambiado.',
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver los pagos'),
  };
}

const CANCELED = 'se canceló';
const PLAN_CHANGES: Readonly<Partial<Record<TextKey, string>>> = {
  canceledByCompany: CANCELED,
  canceledByPayer: CANCELED,
  pause: 'está en pausa',
  pauseRefused: 'no se puede pausar',
};

export function planChanged(data: MailData, sender: Sender): MailContent {
  const change = toChange(data, 'Su plan de pagos ha cambiado.');
  const state = (data.event && PLAN_CHANGES[data.event]) ?? 'ha cambiado';
  const message = toText(data, 'message');
  return {
    subject: `Su plan de pagos con ${sender.companyName} ${state}`,
    preview: change,
    heading: `Su plan de pagos ${state}`,
    paragraphs: [
      change,
      ...(state === CANCELED ? [`Ahora ${REST_IS_DUE}`] : []),
      ...formatLeftOut(data),
    ],
    ...(message ? { messages: [message] } : {}),
    facts: listFacts(data),
    action: toInvoice(data, sender, state === CANCELED ? 'Ver la factura' : 'Ver el plan'),
  };
}

/** States that auto-pay does not pay the remaining balance (R83). */
function formatLeftOut(data: MailData): string[] {
  return data['isLeftOut'] === 1
    ? ['Esta factura no se pagará con el pago automático, a menos que usted la incluya de nuevo.']
    : [];
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

type AutoPayFacts = Readonly<
  Record<'company' | 'method' | 'invoice' | 'days' | 'rates' | 'by' | 'event', string>
>;

const AUTO_PAY: Readonly<
  Record<string, (about: AutoPayFacts) => { subject: string; text: string }>
> = {
  on: ({ company, method, days }) => ({
    subject: `Usted activó el pago automático con ${company}`,
    text: `A partir de hoy, cada factura de ${company} se paga en su fecha de vencimiento con este método: ${method}. Le avisaremos por correo ${days} días antes de cada pago.`,
  }),
  moved: ({ company, method, rates }) => ({
    subject: `Usted cambió el método del pago automático con ${company}`,
    text: `Ahora cada factura de ${company} se paga con este método: ${method}.${rates}`,
  }),
  off: ({ company }) => ({
    subject: `Usted desactivó el pago automático con ${company}`,
    text: 'Sus facturas ya no se pagan automáticamente. Páguelas usted. Puede volver a activar el pago automático en su perfil.',
  }),
  stopped: ({ company, event }) => ({
    subject: `Se desactivó el pago automático con ${company}`,
    text: `El pago automático se desactivó. Pague usted sus facturas. ${event}`,
  }),
  excluded: ({ company, invoice, by }) => ({
    subject: `Usted excluyó la factura ${invoice} del pago automático con ${company}`,
    text: `El pago automático no pagará la factura ${invoice}. Páguela usted${by}.`,
  }),
};

export function autoPayChanged(data: MailData, sender: Sender): MailContent {
  const { companyName: company } = sender;
  const [before, after] = [toText(data, 'rateBefore'), toText(data, 'rateAfter')];
  const dueOn = data['isOverdue'] === 1 ? null : toText(data, 'dueOn');
  const state = String(data['autoPay']);
  const { subject, text } = AUTO_PAY[state]?.({
    company,
    method: toText(data, 'method') ?? 'su método de pago',
    invoice: toText(data, 'invoiceRef') ?? '',
    days: toText(data, 'noticeDays') ?? '3',
    rates: before && after ? ` La comisión por procesamiento cambia de ${before} a ${after}.` : '',
    by: dueOn === null ? '' : ` a más tardar el ${dueOn}`,
    event: toChange(data, ''),
  }) ?? {
    subject: `Su pago automático con ${company} ha cambiado`,
    text: 'La configuración de su pago automático ha cambiado.',
  };
  const paragraph = text.trimEnd();
  const isOff = state === 'off' || state === 'stopped';
  return {
    subject,
    preview: paragraph,
    heading: subject,
    paragraphs: [paragraph],
    facts: listFacts(data),
    action: profile(sender, 'Ver el pago automático'),
    notes: [
      isOff
        ? `Si no fue usted, comuníquese con ${withContact(sender)}.`
        : `Para dejar de usarlo, desactive el pago automático en su perfil o comuníquese con ${withContact(sender)}.`,
    ],
  };
}
