/** What is true of every mail (R28): words in both forms, nothing fetched, room on a small screen. */
import { describe, expect, it } from 'vitest';
import { mailSamples } from './samples.ts';

describe('Every mail (R28)', () => {
  it.each(mailSamples())('$name says the same as text and as HTML', ({ text, html, subject }) => {
    expect(`${subject} ${text} ${html}`).not.toMatch(/undefined|null|NaN/);
    const [link] = /https:\/\/\S+/.exec(text) ?? [];
    expect(html).toContain(`href="${link}"`);
    for (const [, value = ''] of text.matchAll(/^[A-Z][a-z ]+: (.+)$/gm)) {
      expect(html).toContain(value);
    }
  });

  it.each(mailSamples())('$name fetches nothing and runs nothing', ({ html }) => {
    expect(html).not.toMatch(/<(?:img|script|link|iframe|form|object)|url\(|@import|src=/i);
    const addresses = Array.from(html.matchAll(/href="([^"]+)"/g), ([, href]) => href);
    expect(addresses.every((href) => href?.startsWith('https://pay.example.com/'))).toBe(true);
  });

  it.each(mailSamples())('$name breaks words that are wider than a telephone', ({ html }) => {
    expect(html).toContain('overflow-wrap:anywhere');
    expect(html).toContain('name="color-scheme" content="light dark"');
  });
});
