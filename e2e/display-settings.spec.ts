/** Payment, plan and profile with a visitor's settings: forced colors, text of 200 %, 320 px, reduced motion. */
import type { Locator, Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoOverflow, findClipped } from './pages/layout.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import type { Portal } from './portal.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

type Check = (where: string) => Promise<void>;

/** Leads through the payment of an invoice, a plan and the profile of a signed-in customer. */
async function walk(page: Page, portal: Portal, check: Check): Promise<void> {
  const invoice = new PaymentPopup(page);
  const { popup } = invoice;
  await invoice.open(`${portal.url}/harbor/invoices/HD-2041`);
  await check('an invoice');
  await invoice.openPopup();
  await expect(invoice.submit).toBeEnabled();
  await check('a payment');
  await invoice.chooseNewMethod();
  await expect(invoice.fields.cardNumber).toBeVisible();
  await check('a new card');
  await popup.getByText('Create a payment plan').click();
  await check('the choice of a plan');
  await popup.getByText("Can't pay today?").click();
  await popup.getByRole('gridcell').getByRole('button', { disabled: false }).nth(1).click();
  await check('the choice of a day');
  await invoice.open(`${portal.url}/harbor/invoices/HD-1987`);
  await expect(page.getByRole('progressbar', { name: '2 of 3 payments made' })).toBeVisible();
  await check('a plan');
  await invoice.open(`${portal.url}/harbor/profile`);
  await expect(page.getByRole('switch').first()).toBeVisible();
  await check('the profile');
}

test.beforeEach(({ signInAs }) => signInAs(CUSTOMERS.maya));

test('nothing is cut off in a window of 320 px', FULL_ONLY, async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await walk(page, portal, async (where) => {
    await expectNoOverflow(page);
    expect(await findClipped(page), where).toEqual([]);
  });
});

for (const size of [
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
])
  test(
    `nothing is cut off with text of 200 % at ${size.width} px`,
    FULL_ONLY,
    async ({ page, portal }) => {
      await page.addInitScript(() => {
        const large = new CSSStyleSheet();
        large.replaceSync('html { font-size: 200% !important; }');
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, large];
      });
      await page.setViewportSize(size);
      await walk(page, portal, async (where) => {
        await expectNoOverflow(page);
        expect(await findClipped(page), where).toEqual([]);
        const popup = page.getByRole('dialog');
        if ((await popup.count()) === 0) return;
        const button = popup.getByRole('button', { name: /^(Confirm and Pay|Specify)/ });
        await expect(button, where).toBeInViewport({ ratio: 1 });
      });
    },
  );

/** Returns all that is left of a look when the browser replaces the colors. */
function readLook(part: Locator): Promise<string> {
  return part.evaluate((element) => {
    const { border, outline, textDecoration, backgroundColor, color } = getComputedStyle(element);
    return [border, outline, textDecoration, backgroundColor, color].join(' ');
  });
}

test(
  'a selected control differs from the others with forced colors',
  FULL_ONLY,
  async ({ page, portal }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const popup = page.getByRole('dialog');
    const label = (radio: Locator) => radio.locator('xpath=following-sibling::*[1]');
    const pairs: Record<string, () => [Locator, Locator]> = {
      'an invoice': () => {
        const link = page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
        return [
          link.and(page.locator('[aria-current]')),
          link.and(page.locator(':not([aria-current])')),
        ];
      },
      'a new card': () => {
        const tab = (selected: boolean) => popup.getByRole('tab', { selected });
        return [tab(true), tab(false)];
      },
      'the choice of a plan': () => {
        const counts = popup.getByRole('group', { name: 'Select number of payments' });
        const chip = (checked: boolean) => label(counts.getByRole('radio', { checked }).first());
        return [chip(true), chip(false)];
      },
      'the choice of a day': () => {
        const day = (selected: boolean) => popup.getByRole('gridcell', { selected });
        const free = (cell: Locator) => cell.getByRole('button', { disabled: false });
        return [free(day(true)), free(day(false))];
      },
    };
    await walk(page, portal, async (where) => {
      const pair = pairs[where]?.();
      if (!pair) return;
      const [selected, other] = pair;
      await expect(selected).toHaveCount(1);
      expect(await readLook(selected), where).not.toBe(await readLook(other.first()));
    });
  },
);

test.describe('With reduced motion', () => {
  test.use({ hasPlainStyles: false });

  test('nothing moves', FULL_ONLY, async ({ page, portal }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await walk(page, portal, async (where) => {
      const moving = await page.evaluate(
        () =>
          document
            .getAnimations()
            .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1)
            .filter((animation) => {
              const { effect } = animation;
              const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
              return frames.some(
                (frame) => 'translate' in frame || 'rotate' in frame || 'scale' in frame,
              );
            }).length,
      );
      expect(moving, where).toBe(0);
    });
  });
});
