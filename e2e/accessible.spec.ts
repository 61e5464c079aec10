/**
 * axe finds nothing in any state around a payment: on a phone and at a desk, light and dark, and under
 * brands that are hard to read. The states are told in screens/; the pages are in portal-pages.spec.ts.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { SignIn } from './pages/sign-in.ts';
import { Mailbox } from './pages/sign-in-mail.ts';
import { type Portal, startPortal } from './portal.ts';
import { CUSTOMER_STORIES } from './screens/customer.ts';
import { type Palette, readPalettes } from './screens/palettes.ts';
import { PAY_STORIES } from './screens/popups.ts';
import { type State, stillness, WIDTHS } from './screens/scene.ts';

const MAYA = { domain: 'harbor', email: 'maya.lindqvist@example.com' } as const;
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const HEIGHTS = { phone: 667, tablet: 1024, desktop: 800 } as const;

type Finding = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

let portal: Portal;
let palettes: Palette[];
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser }) => {
  portal = await startPortal();
  const context = await browser.newContext();
  const page = await context.newPage();
  palettes = await readPalettes(page, portal.linksOf('harbor')[0]?.url ?? '');
  const signIn = new SignIn(page);
  await signIn.ask(portal.url, MAYA);
  const { code } = await new Mailbox(portal.sandbox).nextWayIn(MAYA.email);
  await signIn.typeCode(code);
  await signIn.expectInside();
  cookies = await context.cookies();
  await context.close();
});
test.afterAll(() => portal?.stop());
test.use({ reducedMotion: 'reduce', colorScheme: 'light' });

function expectNone(findings: readonly Finding[], where: string): void {
  const found = findings.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => `${JSON.stringify(target)} ${failureSummary}`),
  }));
  expect(found, where).toEqual([]);
}

/** What axe offers on a page that it was put on. */
type Axe = { run: (context: Document, options: object) => Promise<{ violations: Finding[] }> };

/** Puts axe on a page once; from then on it is run there, without the frames of other companies. */
async function checkEverything(page: Page, where: string): Promise<void> {
  await stillness(page);
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await new AxeBuilder({ page }).withRules(['document-title']).analyze();
  const violations = await page.evaluate(async (values) => {
    const axe = Reflect.get(window, 'axe') as Axe; // because it was put there just now or before
    const options = { runOnly: { type: 'tag', values }, iframes: false };
    return (await axe.run(document, options)).violations;
  }, WCAG);
  expectNone(violations, where);
}

type Look = { name: string; theme: 'light' | 'dark'; style: string | null };

/**
 * The company's own colours in the dark, and each brand that is hard to read in both. An ordinary run
 * takes one width and the brands in one scheme each; PROOF=full takes them all.
 */
const IS_FULL = process.env['PROOF'] === 'full';
const SCHEMES = ['light', 'dark'] as const;

function looks(): Look[] {
  const own: Look = { name: 'own colours, dark', theme: 'dark', style: null };
  const worn = palettes.flatMap(({ name, style }, index) =>
    SCHEMES.filter((_, at) => IS_FULL || at === index % SCHEMES.length).map((theme) => ({
      name: `${name}, ${theme}`,
      theme,
      style,
    })),
  );
  return [own, ...worn];
}

/**
 * Only colours change with the colours. The scheme is set as a visitor chooses it, so that a processor's
 * fields are not drawn again.
 */
async function checkColors(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(async (wanted) => {
    const axe = Reflect.get(window, 'axe') as Axe; // because the check of everything came first
    const options = { runOnly: ['color-contrast', 'link-in-text-block'], iframes: false };
    const { style: root, dataset } = document.documentElement;
    const own = root.cssText;
    const findings: (Finding & { look: string })[] = [];
    for (const { name, theme, style } of wanted) {
      root.cssText = style ?? own;
      dataset['theme'] = theme;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const changing = document.getAnimations().filter((each) => each instanceof CSSTransition);
      await Promise.allSettled(changing.map(({ finished }) => finished));
      const { violations } = await axe.run(document, options);
      findings.push(...violations.map((violation) => ({ ...violation, look: name })));
    }
    root.cssText = own;
    delete dataset['theme'];
    return findings;
  }, looks());
  expectNone(found, `${where}, ${found.map(({ look }) => look).join('; ')}`);
}

async function look(page: Page, state: State): Promise<void> {
  const { name, sign, widths = ['phone', 'desktop'] } = state;
  for (const width of IS_FULL ? widths : widths.slice(0, 1)) {
    await page.setViewportSize({ width: WIDTHS[width], height: HEIGHTS[width] });
    await expect(sign).toBeVisible();
    await checkEverything(page, `${name}, ${width}`);
  }
  await checkColors(page, name);
}

for (const { title, tell } of PAY_STORIES) {
  test(`by a link: ${title}`, async ({ page }) => {
    test.slow();
    await tell({ page, portal, show: (state) => look(page, state) });
  });
}

for (const { title, tell } of CUSTOMER_STORIES) {
  test(`signed in: ${title}`, async ({ page, context }) => {
    test.slow();
    await context.addCookies(cookies);
    await tell({ page, portal, show: (state) => look(page, state) });
  });
}
