/**
 * axe must find no violations in any UI state of a payment, in light and dark mode and with low-contrast brands.
 * The states are in screens/; pages are checked in page-states.spec.ts.
 */
import type { Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations, expectReadableColors } from './pages/axe.ts';
import { FULL_ONLY, isFull, sampledIf } from './scope.ts';
import { CUSTOMER_SCENARIOS } from './screens/customer.ts';
import type { Palette } from './screens/palettes.ts';
import { OTHER_PROCESSOR_SCENARIO, PAY_SCENARIOS } from './screens/popups.ts';
import { SCREENS, type ScenarioContext, waitForStillness } from './screens/scenario.ts';
import { expect, test } from './test.ts';

test.use({ colorScheme: 'light' });
test.slow();

type ColorVariant = { name: string; theme: 'light' | 'dark'; style: string | null };

const SCHEMES = ['light', 'dark'] as const;

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
 * Sets the color scheme through the attribute for the visitor's own choice. Changing the media feature would make a
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

/** An ordinary run checks each state only at its first width and with one color variant, in rotation. */
function checker(page: Page, palettes: readonly Palette[]): ScenarioContext['show'] {
  const variants = colorVariants(palettes);
  let shownCount = 0;
  return async ({ name, marker, screens = ['phone', 'desktop'] }) => {
    for (const screen of isFull ? screens : screens.slice(0, 1)) {
      await page.setViewportSize(SCREENS[screen]);
      await expect(marker).toBeVisible();
      await waitForStillness(page);
      await expectNoViolations(page, `${name}, ${screen}`);
    }
    const inTurn = variants.filter((_, index) => isFull || index === shownCount % variants.length);
    for (const variant of inTurn) await expectReadable(page, variant, name);
    shownCount += 1;
  };
}

for (const scenario of [...PAY_SCENARIOS, OTHER_PROCESSOR_SCENARIO]) {
  const { title, run } = scenario;
  test(
    `axe finds no violation on a public link: ${title}`,
    // The other scenarios show the same form in other states.
    sampledIf(title === 'from loading to success'),
    ({ page, portal, texts, palettes }) =>
      run({ page, portal, texts, show: checker(page, palettes) }),
  );
}

for (const { title, run } of CUSTOMER_SCENARIOS) {
  test(
    `axe finds no violation for a signed-in customer: ${title}`,
    FULL_ONLY,
    async ({ page, portal, texts, palettes, signInAs }) => {
      await signInAs(CUSTOMERS.maya);
      await run({ page, portal, texts, show: checker(page, palettes) });
    },
  );
}
