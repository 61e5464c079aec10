/** What is true of every mail (R28): words in both forms, nothing fetched, room on a small screen. */
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../src/mail/templates.ts';
import { mailSamples, PLAIN } from './samples.ts';

describe('Every mail (R28)', () => {
  it.each(mailSamples())('$name says the same as text and as HTML', ({ text, html, subject }) => {
    expect(`${subject} ${text} ${html}`).not.toMatch(/undefined|null|NaN/);
    // A mail to the company has none.
    for (const [link] of text.matchAll(/https:\/\/\S+/g)) expect(html).toContain(`href="${link}"`);
    for (const [, value = ''] of text.matchAll(/^[A-Z][a-z ]+: (.+)$/gm)) {
      expect(html).toContain(value);
    }
  });

  it.each(mailSamples())('$name fetches nothing and runs nothing', ({ html }) => {
    expect(html).not.toMatch(
      /<(?:script|link|iframe|form|object)|url\(|@import|src="(?!cid:(?:logo|qr)")/i,
    );
    const addresses = Array.from(html.matchAll(/href="([^"]+)"/g), ([, href]) => href);
    expect(addresses.every((href) => href?.startsWith('https://pay.example.com/'))).toBe(true);
  });

  it.each(mailSamples())('$name breaks words that are wider than a telephone', ({ html }) => {
    expect(html).toContain('overflow-wrap:anywhere');
    expect(html).toContain('name="color-scheme" content="light dark"');
  });
});

describe('The company in a mail (R28)', () => {
  it.each(mailSamples())('$name says how to reach the company, if it is known', (sample) => {
    const isKnown = !sample.name.endsWith('-long');
    for (const form of [sample.text, sample.html]) {
      expect(form.includes('billing@harbor.example or (207) 555-0142')).toBe(isKnown);
    }
  });
});

describe('The mail about a returned payment (R28)', () => {
  it.each([
    [154_380, 'The amount is open again.'],
    [0, 'The invoice is paid. Nothing is due.'],
  ])('with %s cents still open it says "%s"', (remainingCents, said) => {
    const data = { invoiceRef: 'HD-2041', totalCents: 154_380, remainingCents };
    const { preview, paragraphs } = TEMPLATES.en['payment-returned'](data, PLAIN);
    expect(preview).toContain(said);
    expect(paragraphs.join(' ')).toContain(said);
  });
});
