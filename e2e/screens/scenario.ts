/**
 * A scenario takes the portal through a series of UI states and shows each of them. The caller decides what showing
 * means: accessibility.spec.ts runs axe, and `npm run screenshots` takes a screenshot.
 */
import type { Locator, Page } from '@playwright/test';
import { dropFirstAnswers } from '../pages/first-answers.ts';
import type { Portal } from '../portal.ts';

export type UiState = {
  name: string;
  /** Must be visible whenever the state is, even after a color change makes a processor render its fields again. */
  marker: Locator;
  widths?: readonly Width[];
  /**
   * The state itself includes 'Loading ...'. In other states, that text means that fields are still being rendered.
   */
  isLoading?: true;
};

export const WIDTHS = { phone: 375, tablet: 768, desktop: 1280 } as const;
export const HEIGHTS = { phone: 667, tablet: 1024, desktop: 800 } as const;
export type Width = keyof typeof WIDTHS;

export type ScenarioContext = {
  page: Page;
  portal: Portal;
  show: (state: UiState) => Promise<void>;
};

export type Scenario = { title: string; run: (context: ScenarioContext) => Promise<void> };

export async function delayRequests(page: Page, url: string): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await dropFirstAnswers(page);
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Waits for fonts, transitions and finite animations. Spinners never end, so they are ignored. */
export async function waitForStillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter((animation) => {
      return animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
