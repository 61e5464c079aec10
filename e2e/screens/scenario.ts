/**
 * A scenario takes the portal through a series of UI states and shows each of them. The caller decides what showing
 * means: accessibility.spec.ts runs axe, and `npm run screenshots` takes a screenshot.
 */
import type { Locator, Page } from '@playwright/test';
import { dropFirstAnswers } from '../pages/first-answers.ts';
import type { Portal } from '../portal.ts';
import type { Texts } from '../texts.ts';

export type UiState = {
  name: string;
  /** Must be visible whenever the state is, even after a color change makes a processor render its fields again. */
  marker: Locator;
  /** The screens on which the state exists; all of them by default. */
  screens?: readonly Screen[];
  /** The state includes 'Loading ...'. In other states, that text means that fields are still being rendered. */
  isLoading?: true;
};

export const SCREENS = {
  phone: { width: 375, height: 667 },
  'small phone': { width: 320, height: 568 },
  'tall phone': { width: 375, height: 812 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
} as const;
export type Screen = keyof typeof SCREENS;

export type ScenarioContext = {
  page: Page;
  portal: Portal;
  texts: Texts;
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
