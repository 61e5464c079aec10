import type { Page } from '@playwright/test';

const SUBMIT = /\/request\/[^/]+\/full\/submit$/;

type Reload = { delayMs: number; press: () => Promise<void> };

/** Reloads the page at a fixed time after the submit that follows the press was sent. */
export async function reloadAfter(page: Page, { delayMs, press }: Reload): Promise<void> {
  const submit = page.waitForRequest(SUBMIT);
  await press();
  await submit;
  const loaded = page.waitForEvent('domcontentloaded');
  await page.evaluate((ms) => {
    setTimeout(() => location.reload(), ms);
  }, delayMs);
  await loaded;
}

const PHONE_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** The network and a quarter of the processor of a phone. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', PHONE_NETWORK);
}
