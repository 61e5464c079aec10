/**
 * axe finds no violation in any UI state of a payment, in light and dark colors and with brands that are hard to
 * read. The states are in screens/; pages are checked in page-states.spec.ts.
 */
import type { Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations, expectReadableColors } from './pages/axe.ts';
import { FULL_ONLY, isFull, sampledIf } from './scope.ts';
import { CUSTOMER_SCENARIOS } from './screens/customer.ts';
import type { Palette } from './screens/palettes.ts';
import { OTHER_PROCESSOR_SCENARIO, PAY_SCENARIOS } from './screens/popups.ts';
import { HEIGHTS, type ScenarioContext, WIDTHS, waitForStillness } from './screens/scenario.ts';
import { expect, test } from './test.ts';

test.use({ colorScheme: 'light' });
test.slow();

type ColorVariant = { name: string; theme: 'light' | 'dark'; style: string | null };

const SCHEMES = ['light', 'dark'] as const;

/**
 * The company's own colors in the dark scheme, and each brand in both schemes, or in one scheme in a sampled run.
 */
function colorVariants(palettes: readonly Palette[]): ColorVariant[] {
  const own: ColorVariant = { name: 'own colors, dark', theme: 'dark', style: null };
  const brands = palettes.flatMap(({ name, style }, index) =>
    SCHEMES.filter((_, at) => isFull || at === index % SCHEMES.length).map((theme) => ({
      name: `${name}, ${theme}`,
      theme,
      style,
    })),
  );
  return [own, ...brands];
}

/**
 * The scheme is set through the attribute of the visitor's own choice. A change of the media feature would make a
 * processor render its fields again.
 */
async function expectReadable(page: Page, variant: ColorVariant, where: string): Promise<void> {
  const own = await page.evaluate(async ({ style, theme }) => {
    const { style: root, dataset } = document.documentElement;
    const before = root.cssText;
    if (style !== null) root.cssText = style;
    dataset['theme'] = theme;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return before;
  }, variant);
  await expectReadableColors(page, `${where}, ${variant.name}`);
  await page.evaluate((before) => {
    document.documentElement.style.cssText = before;
    delete document.documentElement.dataset['theme'];
  }, own);
}

/** An ordinary run checks each state at its first width and with one color variant, in turn. */
function checker(page: Page, palettes: readonly Palette[]): ScenarioContext['show'] {
  const variants = colorVariants(palettes);
  let shownCount = 0;
  return async ({ name, marker, widths = ['phone', 'desktop'] }) => {
    for (const width of isFull ? widths : widths.slice(0, 1)) {
      await page.setViewportSize({ width: WIDTHS[width], height: HEIGHTS[width] });
      await expect(marker).toBeVisible();
      await waitForStillness(page);
      await expectNoViolations(page, `${name}, ${width}`);
    }
    const inTurn = variants.filter((_, index) => isFull || index === shownCount % variants.length);
    for (const variant of inTurn) await expectReadable(page, variant, name);
    shownCount += 1;
  };
}

for (const scenario of [...PAY_SCENARIOS, OTHER_PROCESSOR_SCENARIO]) {
  const { title, run } = scenario;
  test(
    `axe, public link: ${title}`,
    // The other scenarios show the same form in another state.
    sampledIf(title === 'from loading to success'),
    ({ page, portal, palettes }) => run({ page, portal, show: checker(page, palettes) }),
  );
}

for (const { title, run } of CUSTOMER_SCENARIOS) {
  test(`axe, customer: ${title}`, FULL_ONLY, async ({ page, portal, palettes, signInAs }) => {
    await signInAs(CUSTOMERS.maya);
    await run({ page, portal, show: checker(page, palettes) });
  });
}
