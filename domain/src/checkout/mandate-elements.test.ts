import { CHARGE_KINDS, type ChargeKind } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { company, PURPOSES, toTerms } from '../../test/mandate-samples.ts';
import { WORDS } from '../texts/words.ts';
import { isPaidNow, type MandatePurpose, type MandateQuestion, mandateText } from './mandates.ts';

type Element = Readonly<Record<'en' | 'es', RegExp>>;

const AMOUNT: Element = {
  en: /\$103\.20 \(\$100\.00 plus a processing fee of \$3\.20\)/,
  es: /\$103\.20 \(\$100\.00 más una comisión por procesamiento de \$3\.20\)/,
};
const ON_DATE: Element = { en: / on January 31, 2026/, es: / el 31 de enero de 2026/ };
const ALL_DATES: Element = {
  en: /: \$\d+\.\d\d on January 31, 2026; \$\d+\.\d\d on February 28, 2026/,
  es: /: \$\d+\.\d\d el 31 de enero de 2026; \$\d+\.\d\d el 28 de febrero de 2026/,
};
const CLOSED_LIST: Element = {
  en: /only for payments that I confirm or schedule, .* auto-pay if I turn it on/,
  es: /solo por pagos que yo confirme o programe, .* pago automático si lo activo/,
};
const BY_EMAIL_BEFORE: Element = {
  en: /Harbor Smiles will email me before these terms change\./,
  es: /Harbor Smiles me avisará por correo antes de que cambien estas condiciones\./,
};
const EMAIL_IF_MOVED: Element = {
  en: /Harbor Smiles will email me if (?:the|a) date changes, and (?:the|an) amount increases only if I agree\./,
  es: /Harbor Smiles me avisará por correo si cambia (?:la|una) fecha, y (?:el|un) monto solo aumenta si yo lo acepto\./,
};
const CONTACT = String.raw`Harbor Smiles \(billing@harbor\.example (?:or|o) \(207\) 555-0142\)`;

const NOTICE_DAYS = { card: 3, ach: 10 };
const toWay = (purpose: MandatePurpose): Element | null => {
  switch (purpose) {
    case 'EXTENSION':
      return { en: /by canceling the scheduled payment/, es: /cancelando el pago programado/ };
    case 'PLAN':
    case 'CHANGE_PLAN':
      return { en: /by canceling the payment plan/, es: /cancelando el plan de pagos/ };
    case 'ADD_PM':
    case 'CHANGE_PM':
      return { en: /by removing the payment method/, es: /quitando el método de pago/ };
    case 'AUTO_PAY':
      return { en: /by turning off auto-pay/, es: /desactivando el pago automático/ };
    default:
      return null;
  }
};

type Case = {
  purpose: MandatePurpose;
  kind: ChargeKind;
  methodLast4: string | null;
  isMethodSaved: boolean;
};

/** Every element of an authorization (R27), by purpose and kind of method. */
function requiredElements({
  purpose,
  kind,
  methodLast4,
  isMethodSaved,
}: Case): Record<string, Element> {
  const isNow = isPaidNow(purpose);
  const isOnce = isNow || purpose === 'EXTENSION';
  const isCard = kind === 'card';
  const isList = purpose === 'PLAN' || purpose === 'CHANGE_PLAN' || purpose === 'CHANGE_PM';
  const days = NOTICE_DAYS[kind];
  const way = toWay(purpose);
  return {
    'the legal and the trade name': {
      en: /^I authorize Harbor Dental LLC, doing business as Harbor Smiles, to /,
      es: /^Autorizo a Harbor Dental LLC, que opera como Harbor Smiles, a /,
    },
    'the kind of debit or charge': isCard
      ? { en: /to charge /, es: /hacer (?:un solo cobro|cobros) a / }
      : {
          en: /electronically debit .* checking or savings account .*\(ACH\)/,
          es: /débitos? electrónicos? \(ACH\) a .* cuenta de cheques o de ahorros/,
        },
    'the method': methodLast4
      ? { en: /ending in 4242/, es: /terminada en 4242/ }
      : { en: /that I enter here/, es: /que ingreso aquí/ },
    'the number of charges': isOnce
      ? { en: / one time for /, es: /un solo (?:cobro|débito)/ }
      : {
          en: /^(?!.*one time).*(?:payments|each invoice)/,
          es: /^(?!.*un solo).*(?:cobros|débitos)/,
        },
    ...(purpose === 'ADD_PM'
      ? {
          'the limits of later charges': CLOSED_LIST,
          'the amount, the fee and the date': {
            en: /each in the amount, with the processing fee and on the date shown to me then/,
            es: /por el monto, con la comisión por procesamiento y en la fecha que se me muestren en ese momento/,
          },
        }
      : purpose === 'AUTO_PAY'
        ? {
            'the rule of the amount and the fee': {
              en: /the balance due on each invoice .* plus a processing fee, now 2\.9% \+ \$0\.30 per payment/,
              es: /el saldo por pagar de cada factura .* más una comisión por procesamiento, actualmente de 2\.9% \+ \$0\.30 por pago/,
            },
            'the date': { en: /on its due date/, es: /en su fecha de vencimiento/ },
          }
        : { 'the amount with the fee': AMOUNT, 'the dates': isList ? ALL_DATES : ON_DATE }),
    'how long it lasts': isNow
      ? {
          en: /authorization of this payment ends with it/,
          es: /autorización de este pago termina con él/,
        }
      : {
          en: /This authorization (?:ends|lasts|covers)/,
          es: /Esta autorización (?:termina|vale)/,
        },
    'how changes are announced': isNow
      ? { en: /its terms do not change/, es: /sus condiciones no cambian/ }
      : purpose === 'ADD_PM' || purpose === 'AUTO_PAY'
        ? BY_EMAIL_BEFORE
        : EMAIL_IF_MOVED,
    retries: isCard
      ? isNow
        ? { en: /not tried again unless I confirm/, es: /no se intenta de nuevo, a menos que/ }
        : { en: /tried again up to three times/, es: /intentar de nuevo hasta tres veces/ }
      : { en: /insufficient funds .* up to two times/, es: /falta de fondos .* hasta dos veces/ },
    ...(isNow || purpose === 'ADD_PM'
      ? {}
      : {
          notice: {
            en: new RegExp(`will email me the amount.* ${days} days before each`),
            es: new RegExp(`me avisará por correo del monto.* ${days} días antes de cada`),
          },
        }),
    ...(isMethodSaved
      ? {
          'the limits of the saved method': CLOSED_LIST,
          'the end of the saved method': {
            en: /lasts until I remove the (?:card|bank account) in my customer portal/,
            es: /vale hasta que yo quite la (?:tarjeta|cuenta bancaria) en mi portal de cliente/,
          },
          'changes of the saved method': {
            en: /will email me before these terms change/,
            es: /me avisará por correo antes de que cambien estas condiciones/,
          },
        }
      : {}),
    ...(way
      ? {
          'how to revoke it': way,
          'until when to revoke it': isCard
            ? { en: /Before a payment is sent/, es: /Antes de que se envíe un pago/ }
            : {
                en: /at least three business days before the payment date/,
                es: /al menos tres días hábiles antes de la fecha del pago/,
              },
        }
      : {
          'until when to revoke it': {
            en: /is sent right away.* before it is sent/,
            es: /se envía de inmediato.* antes de que se envíe/,
          },
        }),
    'with whom to revoke it': {
      en: new RegExp(`contact(?:ing)? ${CONTACT}`),
      es: new RegExp(`comunic(?:ándome|arme enseguida) con ${CONTACT}`),
    },
    ...(purpose === 'PLAN' || purpose === 'CHANGE_PLAN'
      ? {
          'the rest of a canceled plan (R108)': {
            en: /pay the remaining balance right away, and it is due by the due date of the invoice\.$/,
            es: /pagar de inmediato el saldo restante, que se debe pagar a más tardar en la fecha de vencimiento de la factura\.$/,
          },
        }
      : {}),
  };
}

const CASES: Case[] = PURPOSES.flatMap((purpose) =>
  CHARGE_KINDS.flatMap((kind) =>
    [null, '4242'].flatMap((methodLast4) =>
      // Only a method that is entered for a payment made now can be saved with it.
      (isPaidNow(purpose) && methodLast4 === null ? [false, true] : [false]).map(
        (isMethodSaved) => ({ purpose, kind, methodLast4, isMethodSaved }),
      ),
    ),
  ),
);

function toQuestion(each: Case): MandateQuestion {
  const { purpose, ...how } = each;
  return { company, ...toTerms(purpose), ...how };
}

describe('Every mandate text, version 5 (R27)', () => {
  it.each(
    CASES.flatMap((each) => (['en', 'es'] as const).map((language) => ({ ...each, language }))),
  )(
    'the mandate in $language for $purpose by $kind (number $methodLast4, saved: $isMethodSaved) has every element',
    ({ language, ...each }) => {
      const text = mandateText(toQuestion(each), WORDS[language]);
      const missing = Object.entries(requiredElements(each)).filter(
        ([, element]) => !element[language].test(text),
      );
      expect({ missing: missing.map(([name]) => name), text }).toEqual({ missing: [], text });
      expect(text).not.toMatch(/undefined|null|NaN|\.\.| {2}/);
    },
  );

  it.each(CASES)(
    'the mandate for $purpose by $kind (number $methodLast4, saved: $isMethodSaved) names no other terms and no other kind',
    (each) => {
      const text = mandateText(toQuestion(each), WORDS.en);
      expect(text).not.toMatch(/terms of Harbor|its terms\b(?! do not change)|first payment/);
      expect(/\bcard\b/.test(text)).toBe(each.kind === 'card');
      expect(/\baccount\b/.test(text)).toBe(each.kind === 'ach');
    },
  );
});
