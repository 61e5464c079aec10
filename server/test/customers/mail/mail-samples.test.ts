/**
 * Properties of every email (R28): the same words in text and HTML, nothing fetched, and a layout that fits a small
 * screen.
 */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@quittance/contract/language';
import { describe, expect, it } from 'vitest';
import {
  MAIL_TEMPLATES,
  type MailData,
  type MailTemplate,
  mailDataSchema,
} from '../../../src/customers/mail/mail-payload.ts';
import { MAILS } from '../../../src/customers/mail/mails.ts';
import { renderHtml, renderText } from '../../../src/customers/mail/render.ts';
import { DATA, mailSamples, PLAIN, RECOVERY } from './mail-samples.ts';

describe('Every mail (R28)', () => {
  it.each(mailSamples())(
    'the email $name has the same content as text and as HTML',
    ({ text, html, subject }) => {
      expect(`${subject} ${text} ${html}`).not.toMatch(/undefined|null|NaN/);
      // Emails to the company have no links.
      for (const [link] of text.matchAll(/https:\/\/\S+/g))
        expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
      for (const [, value = ''] of text.matchAll(/^[A-Z][a-z ]+: (.+)$/gm)) {
        expect(html).toContain(value);
      }
    },
  );

  it.each(mailSamples())('the email $name fetches nothing and runs no script', ({ html }) => {
    expect(html).not.toMatch(
      /<(?:script|link|iframe|form|object)|url\(|@import|src="(?!cid:(?:logo|qr)")/i,
    );
    const addresses = Array.from(html.matchAll(/href="([^"]+)"/g), ([, href]) => href);
    expect(addresses.every((href) => href?.startsWith('https://pay.example.com/'))).toBe(true);
  });

  it.each(mailSamples())(
    'the email $name breaks words that are wider than a phone screen',
    ({ html }) => {
      expect(html).toContain('overflow-wrap:anywhere');
      expect(html).toContain('name="color-scheme" content="light dark"');
    },
  );
});

describe('The company in a mail (R28)', () => {
  it.each(mailSamples())(
    'the email $name contains the contact of the company, if known',
    (sample) => {
      const isKnown = !sample.name.endsWith('-long');
      for (const form of [sample.text, sample.html]) {
        expect(form.includes('billing@harbor.example or (207) 555-0142')).toBe(isKnown);
      }
    },
  );
});

describe('The names and the logo of a company in a mail (§1.4)', () => {
  it.each(mailSamples())('the email $name names its sender and has the logo, if any', (sample) => {
    for (const form of [sample.text, sample.html]) expect(form).toContain(PLAIN.legalName);
    expect(sample.html.includes('src="cid:logo"')).toBe(sample.name.endsWith('-long'));
  });
});

describe('The mail about a returned payment (R28)', () => {
  it.each([
    [154_380, 'You owe this amount again.'],
    [0, 'The invoice is paid. Nothing is due.'],
  ])(
    'the email about a returned payment with %s cents still open says "%s"',
    (remainingCents, said) => {
      const data = { invoiceRef: 'HD-2041', totalCents: 154_380, remainingCents };
      const { preview, paragraphs } = MAILS.en.templates['payment-returned'](data, PLAIN);
      expect(preview).toContain(said);
      expect(paragraphs.join(' ')).toContain(said);
    },
  );
});

const write = (language: Language, template: MailTemplate, data: MailData) =>
  MAILS[language].templates[template](data, { ...PLAIN, language });

describe("An invoice's email (R28, R99)", () => {
  it.each(['invoice', 'invoice-reminder'] as const)(
    "in the email %s the amount is large, and the company's message is not small print",
    (template) => {
      const message = 'Call us if you would like to pay in installments.';
      for (const language of LANGUAGES) {
        const sender = { ...PLAIN, language };
        const content = write(language, template, { ...DATA[template], note: message });
        expect(content).toMatchObject({ amount: '$1,500.00', messages: [message] });
        expect(renderHtml(content, sender)).toContain(`<p style="margin:0 0 16px">${message}</p>`);
        expect(renderText(content, sender)).toContain(message);
      }
    },
  );
});

describe('What a mail says about auto-pay, links and plans (R28)', () => {
  const EXCLUDED = { autoPay: 'excluded', invoiceRef: 'HD-7', dueOn: '2026-11-22' };

  it.each([
    [
      'en',
      EXCLUDED,
      ['Auto-pay will not pay invoice HD-7. Please pay it yourself by November 22, 2026.'],
    ],
    [
      'en',
      { ...EXCLUDED, isOverdue: 1 },
      ['Auto-pay will not pay invoice HD-7. Please pay it yourself.'],
    ],
    [
      'es',
      EXCLUDED,
      [
        'El pago automático no pagará la factura HD-7. Páguela usted a más tardar el 22 de noviembre de 2026.',
      ],
    ],
    [
      'en',
      { autoPay: 'off' },
      [
        'Your invoices are no longer paid automatically, so please pay them yourself. You can turn auto-pay on again in your profile.',
      ],
    ],
    [
      'es',
      { autoPay: 'stopped', event: 'cardDisputed' },
      [
        'El pago automático se desactivó. Pague usted sus facturas. Se disputó un pago con esta tarjeta. Elija otro método.',
      ],
    ],
  ] as const)('in %s the email about auto-pay with %j says %j', (language, data, said) => {
    const { paragraphs, notes } = write(language, 'auto-pay-changed', data);
    expect(paragraphs).toEqual(said);
    expect(notes).toHaveLength(1);
  });

  it('the Spanish email about an upcoming charge names amount, day and invoice in one sentence', () => {
    const data = { invoiceRef: 'HD-7', totalCents: 14_016, chargeOn: '2026-12-01' };
    expect(write('es', 'upcoming-charge', data).paragraphs[0]).toBe(
      'Como usted autorizó, se cobrarán $140.16 el 1 de diciembre de 2026 por la factura HD-7. No tiene que hacer nada.',
    );
  });

  it.each([
    ['Check 1042', 'Cheque 1042'],
    ['Bank account **** 6789', 'Cuenta bancaria **** 6789'],
    ['Visa **** 4242', 'Visa **** 4242'],
  ])('the Spanish email about a payment by %s names %s', (method, named) => {
    const { facts } = write('es', 'receipt', { ...DATA.receipt, method });
    expect(facts).toContainEqual(['Método de pago', named]);
  });

  it.each([
    ['en', 'This link works for 7 days.'],
    ['es', 'Este enlace funciona durante 7 días.'],
  ] as const)('in %s a recovery link says how long it works', (language, said) => {
    const { notes } = write(language, 'payment-failed', { ...DATA['payment-failed'], ...RECOVERY });
    expect(notes?.[0]).toContain(said);
  });

  it.each([
    ['en', 'This was the last payment of your payment plan. The plan is finished.'],
    ['es', 'Este fue el último pago de su plan de pagos. El plan está terminado.'],
  ] as const)(
    'in %s the receipt of the last installment says that the plan is finished',
    (language, said) => {
      const paragraphs = (isPlanFinished: number) =>
        write(language, 'receipt', { ...DATA.receipt, isPlanFinished }).paragraphs;
      expect(paragraphs(1)).toContain(said);
      expect(paragraphs(0)).not.toContain(said);
    },
  );

  it.each(MAIL_TEMPLATES)(
    'the Spanish email %s has one word for a charge and one for a fee',
    (template) => {
      const { subject, preview, paragraphs, facts = [] } = write('es', template, DATA[template]);
      expect([subject, preview, ...paragraphs, ...facts.flat()].join(' ')).not.toMatch(
        /\bcargos?\b|no se realizó/i,
      );
    },
  );
});

const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
const CASES = OTHERS.flatMap((language) =>
  MAIL_TEMPLATES.flatMap((template) => [
    { language, template, data: DATA[template] },
    { language, template, data: { ...DATA[template], ...RECOVERY } },
  ]),
);

describe('A mail in another language (R50)', () => {
  it.each(OTHERS)(
    'a reason that has no text in %s is left out instead of shown in English',
    (language) => {
      const declined = { ...DATA['payment-failed'], reason: 'Issuer says NO-51' };
      for (const each of [language, DEFAULT_LANGUAGE] as const) {
        const { facts = [] } = write(each, 'payment-failed', declined);
        const isShown = facts.flat().includes('Issuer says NO-51');
        expect(isShown).toBe(each === DEFAULT_LANGUAGE);
      }
    },
  );

  it('a sentence that an earlier release queued gives the general text of the email (R111)', () => {
    const queued = mailDataSchema.parse({
      event: 'You canceled your payment plan.',
      dueOn: '2026-12-01',
    });
    expect(queued).toEqual({ event: null, dueOn: '2026-12-01' });
    expect(write('es', 'plan-changed', queued).paragraphs).toEqual([
      'Su plan de pagos ha cambiado.',
    ]);
  });

  it('only a receipt with its file says that it is attached', () => {
    const notes = (isAttached: number) =>
      write('es', 'receipt', { ...DATA.receipt, isAttached }).notes?.join();
    expect(notes(1)).toContain('adjunto');
    expect(notes(0)).not.toContain('adjunto');
  });

  it.each(CASES)(
    'the email $template in $language has the same parts as the English version',
    (each) => {
      const partsIn = (language: typeof each.language, template: MailTemplate) => {
        const letter = MAILS[language].templates[template](each.data, { ...PLAIN, language });
        const { paragraphs, notes = [], facts, action, code, amount } = letter;
        const counts = [paragraphs, notes, facts].map((part) => part?.length);
        return { counts, url: action?.url, code, amount };
      };
      expect(partsIn(each.language, each.template)).toEqual(
        partsIn(DEFAULT_LANGUAGE, each.template),
      );
    },
  );

  it.each(OTHERS)(
    'the email about a failed charge contains a recovery link in %s (R72)',
    (language) => {
      for (const template of ['payment-failed', 'plan-defaulted', 'schedule-ended'] as const) {
        const data = { ...DATA[template], ...RECOVERY };
        const { action, notes } = MAILS[language].templates[template](data, { ...PLAIN, language });
        expect(action?.url).toContain(`/pay/${RECOVERY.token}#recover`);
        expect(notes).toHaveLength(1);
      }
    },
  );
});
