/**
 * Reasons, changes and methods are queued in English, before the reader's language is known. This module translates
 * them sentence by sentence. Unknown sentences stay unchanged.
 */
import { recordedMethod, recordedText } from '@quittance/domain/texts/es/recorded';
import { WORDS } from '@quittance/domain/texts/words';

const FEE = String.raw`(\S+ \+ \S+)`;

const REST_IS_DUE =
  'El saldo restante se puede pagar de inmediato y se debe pagar a más tardar en la fecha de vencimiento de la factura.';
const LEFT_OUT =
  'Esta factura no se pagará con el pago automático, a menos que usted la incluya de nuevo.';

const SENTENCES: ReadonlyMap<string, string> = new Map([
  // Sentences of the release before, in emails that are still queued.
  ['The remaining balance is now due.', REST_IS_DUE],
  ["Auto-pay won't charge this invoice unless you include it again.", LEFT_OUT],
  ['The bank returned it.', 'El banco lo devolvió.'],
  ['It was recorded by mistake.', 'Se registró por error.'],
  ['payment plan', 'plan de pagos'],
  ['scheduled payment', 'pago programado'],
  ['Auto-pay is turned on.', 'El pago automático está activado.'],
  ['Auto-pay is off.', 'El pago automático está desactivado.'],
  ['Auto-pay was turned off.', 'El pago automático se desactivó.'],
  ['Auto-pay was changed.', 'El pago automático cambió.'],
  [
    "Your bank says this account can't be debited.",
    'Su banco indica que no se pueden hacer débitos a esta cuenta.',
  ],
  [
    'You revoked the authorization for debits from this account.',
    'Usted revocó la autorización para hacer débitos a esta cuenta.',
  ],
  ['Please choose another method.', 'Elija otro método.'],
  ['Please choose another one.', 'Elija otro.'],
  ['A payment with this card was disputed.', 'Se disputó un pago con esta tarjeta.'],
  [
    "Your bank says you didn't authorize a debit.",
    'Su banco indica que usted no autorizó un débito.',
  ],
  ['Please contact us before you continue.', 'Comuníquese con nosotros antes de continuar.'],
  ["You didn't choose another payment method in time.", 'No eligió otro método de pago a tiempo.'],
  ["We won't make the scheduled payment.", 'No haremos el pago programado.'],
  ['The plan has ended.', 'El plan ha terminado.'],
  [
    "A missed payment wasn't made up in time, so the plan has ended.",
    'No se puso al día un pago atrasado, por lo que el plan terminó.',
  ],
  ['The company canceled your payment plan.', 'La empresa canceló su plan de pagos.'],
  ['You canceled your payment plan.', 'Usted canceló su plan de pagos.'],
  ['The rest can be paid at once and is due by the due date of the invoice.', REST_IS_DUE],
  ["Auto-pay won't pay this invoice unless you include it again.", LEFT_OUT],
  ['You changed the date of a plan payment.', 'Usted cambió la fecha de un pago de su plan.'],
  ['You skipped a plan payment.', 'Usted omitió un pago de su plan.'],
  ['You changed the payment day of your plan.', 'Usted cambió el día de pago de su plan.'],
  ['You shortened your plan.', 'Usted acortó su plan.'],
  ['Your plan is paused.', 'Su plan está en pausa.'],
  ["Your plan can't be paused.", 'Su plan no se puede pausar.'],
  ['Its payments stay as agreed.', 'Sus pagos siguen como se acordó.'],
  ['A contact was added.', 'Se agregó un contacto.'],
  ['A recipient of copies was added.', 'Se agregó un destinatario de copias.'],
  ['A recipient of copies was changed.', 'Se cambió un destinatario de copias.'],
  ['A recipient of copies was removed.', 'Se eliminó un destinatario de copias.'],
  ['A contact was changed.', 'Se cambió un contacto.'],
  ['A contact was removed.', 'Se quitó un contacto.'],
  ['The payment method is no longer available.', 'El método de pago ya no está disponible.'],
  [
    'The authorization for this payment is no longer valid.',
    'La autorización de este pago ya no es válida.',
  ],
  ['Please confirm it again.', 'Confírmela de nuevo.'],
  [
    'The invoice has changed since the payment was scheduled.',
    'La factura ha cambiado desde que se programó el pago.',
  ],
  [
    'The amount of the invoice has changed since the payment was scheduled.',
    'El monto de la factura ha cambiado desde que se programó el pago.',
  ],
  [
    "This invoice was disputed, so it won't be paid automatically.",
    'Esta factura se disputó, por lo que no se pagará automáticamente.',
  ],
  ['You can pay it yourself.', 'Puede pagarla usted.'],
  [
    'The due date of the invoice has changed.',
    'La fecha de vencimiento de la factura ha cambiado.',
  ],
]);

/** '$34.40 on March 31, 2026' */
const PAYMENT = /(\$\S+) on (\p{L}+) (\d+), (\d{4})/gu;

function payment(_: string, cost: string, ...[month = '', day = '', year = '']: string[]): string {
  const name = WORDS.es.dates.months[WORDS.en.dates.months.indexOf(month)] ?? month;
  return `${cost} el ${day} de ${name} de ${year}`;
}

const PATTERNS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^(.+) was removed\.$/, (label = '') => `Se quitó ${recordedMethod(label)}.`],
  [
    /^(.+) will no longer be charged\.$/,
    (label = '') => `${recordedMethod(label)}: ya no se harán cobros a este método.`,
  ],
  [
    new RegExp(`^The processing fee changes from ${FEE} to ${FEE}\\.$`),
    (before = '', after = '') => `La comisión por procesamiento cambia de ${before} a ${after}.`,
  ],
  [
    /^We will charge (.+)\.$/,
    (payments = '') => `Cobraremos ${payments.replace(PAYMENT, payment)}.`,
  ],
  [/^(\d+) of (\d+)$/, (number = '', count = '') => `${number} de ${count}`],
];

function sentence(text: string): string {
  const known = SENTENCES.get(text);
  if (known !== undefined) return known;
  for (const [pattern, write] of PATTERNS) {
    const match = pattern.exec(text);
    if (match) return write(...match.slice(1));
  }
  return recordedText(text);
}

export function inSpanish(text: string): string {
  const whole = recordedText(text);
  if (whole !== text) return whole;
  return text
    .split(/(?<=[.!?]) (?=\p{Lu})/u)
    .map(sentence)
    .join(' ');
}
