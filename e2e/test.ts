/** Playwright's test with one portal and one session per customer, shared by all tests of a worker. */
import { test as base } from '@playwright/test';
import { type Portal, startPortal } from './portal.ts';
import { sampledIf } from './scope.ts';
import { type Palette, readPalettes } from './screens/palettes.ts';
import { type Cookies, type Customer, openSession } from './session.ts';
import { LANGUAGES, type Texts, toTexts } from './texts.ts';

export { expect } from '@playwright/test';

type TestFixtures = {
  signInAs: (customer: Customer) => Promise<void>;
  /** Turned off for screenshots. */
  hasPlainStyles: boolean;
  /** The browser's language, which pages use unless the customer has chosen another one. */
  language: string;
  texts: Texts;
};

type WorkerFixtures = {
  portal: Portal;
  sessionOf: (customer: Customer) => Promise<Cookies>;
  palettes: Palette[];
};

/**
 * Without a graphics card, blur, shadows and endless animations take a third of a run's CPU time. A constructed
 * stylesheet is not subject to the content security policy.
 */
function addPlainStyles(): void {
  const plain = new CSSStyleSheet();
  const none = ['animation', 'transition', 'backdrop-filter', 'filter', 'box-shadow'];
  const declarations = none.map((property) => `${property}: none !important`).join(';');
  plain.replaceSync(`*, *::before, *::after { ${declarations} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, plain];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  portal: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  sessionOf: [
    async ({ portal }, use) => {
      const sessions = new Map<string, Cookies>();
      await use(async (customer) => {
        const known = sessions.get(customer.email);
        if (known) return known;
        const cookies = await openSession(portal, customer);
        sessions.set(customer.email, cookies);
        return cookies;
      });
    },
    { scope: 'worker' },
  ],

  palettes: [
    async ({ browser, portal }, use) => {
      const page = await browser.newPage();
      const { url } = portal.link('harbor', 'HD-2041');
      const { dataDir } = portal;
      const palettes = await readPalettes(page, { dataDir, domain: 'harbor', url });
      await page.close();
      await use(palettes);
    },
    { scope: 'worker' },
  ],

  hasPlainStyles: [true, { option: true }],

  language: ['en', { option: true }],

  texts: async ({ language }, use) => use(toTexts(language)),

  locale: async ({ language }, use) => use(`${language}-US`),

  context: async ({ context, hasPlainStyles }, use) => {
    if (hasPlainStyles) await context.addInitScript(addPlainStyles);
    await use(context);
  },

  signInAs: async ({ context, sessionOf }, use) => {
    await use(async (customer) => context.addCookies(await sessionOf(customer)));
  },
});

export const PHONE = {
  viewport: { width: 375, height: 667 },
  hasTouch: true,
  isMobile: true,
} as const;

const WIDTHS = [
  { where: 'on a phone', use: PHONE },
  { where: 'on a desktop', use: { viewport: { width: 1280, height: 900 } } },
] as const;

/**
 * Declares the tests in each language, at 375 and 1280 px. `npm test` runs them only in English on a phone, unless
 * a test is limited to the full run.
 */
export function inEveryLanguage(declare: (screen: { isSampled: boolean }) => void): void {
  for (const language of LANGUAGES) {
    for (const { where, use } of WIDTHS) {
      const isSampled = language === 'en' && use === PHONE;
      test.describe(`In '${language}' ${where}`, sampledIf(isSampled), () => {
        test.use({ ...use, language });
        declare({ isSampled });
      });
    }
  }
}
