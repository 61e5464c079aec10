/**
 * Properties of every email (R28): the same words in text and HTML, nothing fetched, and a layout that fits a small
 * screen.
 */
import { DEFAULT_LANGUAGE, LANGUAGES } from '@quittance/contract/language';
import { describe, expect, it } from 'vitest';
import { MAIL_TEMPLATES, type MailTemplate } from '../../../src/customers/mail/mail-payload.ts';
import { MAILS } from '../../../src/customers/mail/mails.ts';
import { DATA, mailSamples, PLAIN, RECOVERY } from './mail-samples.ts';

describe('Every mail (R28)', () => {
  it.each(mailSamples())(
    'the email $name has the same content as text and as HTML',
    ({ text, html, subject }) => {
      expect(`${subject} ${text} ${html}`).not.toMatch(/undefined|null|NaN/);
      // Emails to the company have no links.
      for (const [link] of text.matchAll(/https:\/\/\S+/g))
        expect(html).toContain(`href="${link}"`);
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

describe('The mail about a returned payment (R28)', () => {
  it.each([
    [154_380, 'The amount is open again.'],
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

const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
const CASES = OTHERS.flatMap((language) =>
  MAIL_TEMPLATES.flatMap((template) => [
    { language, template, data: DATA[template] },
    { language, template, data: { ...DATA[template], ...RECOVERY } },
  ]),
);

describe('A mail in another language (R50)', () => {
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
