/**
 * What a story needs: a page, a portal and somebody to show each state to. Who looks decides what looking
 * is: axe for accessible.spec.ts, the camera for `npm run screenshots`.
 */
import type { Locator, Page } from '@playwright/test';
import type { Portal } from '../portal.ts';

export type State = {
  name: string;
  /** Seen whenever the state is: after a change of colours a processor's fields are drawn again. */
  sign: Locator;
  /** Where it exists; on a phone and at a desk when not said. */
  widths?: readonly Width[];
  /** 'Loading ...' belongs to it or lies behind it; elsewhere fields are being drawn again. */
  isWaiting?: true;
};

export const WIDTHS = { phone: 375, tablet: 768, desktop: 1280 } as const;
export type Width = keyof typeof WIDTHS;

export type Scene = { page: Page; portal: Portal; show: (state: State) => Promise<void> };

export type Story = { title: string; tell: (scene: Scene) => Promise<void> };

/** Keeps a request waiting, so that the state between question and answer can be looked at. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let letGo = (): void => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return () => letGo();
}

/** A colour in the middle of a transition is not a colour anybody reads; a spinner never ends. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter((animation) => {
      return animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
