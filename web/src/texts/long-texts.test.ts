import { COOKIES } from '@quittance/contract/cookies';
import { describe, expect, it } from 'vitest';
import { FAQ } from '#texts/site/faq';
import { PRIVACY_POLICY } from '#texts/site/privacy-policy';
import { TERMS_OF_SERVICE } from '#texts/site/terms-of-service';
import { prose } from './prose.ts';

const LEGAL = [PRIVACY_POLICY, TERMS_OF_SERVICE];
const SENTENCES = [
  ...FAQ.entries.flatMap(({ question, answer }) => [question, answer]),
  ...LEGAL.flatMap(({ sections }) => sections.flatMap((section) => [...section.paragraphs])),
];
const HEADINGS = [
  FAQ.entries.map(({ question }) => question),
  ...LEGAL.map(({ sections }) => sections.map(({ heading }) => heading)),
];

describe('Texts of the public pages (product §2)', () => {
  it('the long texts contain the titles of their pages', () => {
    expect([FAQ.title, ...LEGAL.map(({ title }) => title)]).toEqual([
      'FAQ',
      'Privacy Policy',
      'Terms of Service',
    ]);
  });

  it('the long texts consist of whole sentences without stray spaces', () => {
    for (const sentence of SENTENCES) {
      expect(sentence).toMatch(/^\S.*[.?]$/);
      expect(sentence).not.toMatch(/\s{2}/);
    }
  });

  it('the long texts use every heading only once', () => {
    for (const headings of HEADINGS) expect(new Set(headings).size).toBe(headings.length);
  });

  it('the long texts state that account information is private and securely stored (product §1.6)', () => {
    expect(PRIVACY_POLICY.sections[0].paragraphs[0]).toContain('private and securely stored');
  });

  it('the long texts name every cookie that the portal sets, with its lifetime as in R19, R20 and R50', () => {
    const cookies = PRIVACY_POLICY.sections.find(({ heading }) => heading.startsWith('Cookies'));
    const names = Object.values(COOKIES);
    const sentences = cookies?.paragraphs.slice(1, names.length + 1) ?? [];
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(names);
    expect(sentences.join(' ')).toMatch(
      /30 minutes.*12 hours.*ten minutes.*ten minutes.*90 days.*a year.*a year/,
    );
  });

  it('the long texts state that an invoice can be disputed in the portal (R40)', () => {
    const terms = TERMS_OF_SERVICE.sections.find(({ heading }) => heading.endsWith('disputes'));
    expect(terms?.paragraphs[0]).toMatch(/^In the portal, you can .* dispute/);
    const kept = PRIVACY_POLICY.sections.flatMap(({ paragraphs }) => [...paragraphs]);
    expect(kept.find((text) => text.startsWith('From you'))).toContain('questions and disputes');
  });

  it('the long texts state the end of a public link as in R4', () => {
    const links = PRIVACY_POLICY.sections.find(({ heading }) => heading === 'Public links');
    expect(links?.paragraphs[1]).toMatch(/90 days after the due date, or 30 days after/);
  });
});

describe('prose', () => {
  it('the prose tag joins lines with one space', () => {
    expect(prose`
      one
      two
    `).toBe('one two');
  });
});
