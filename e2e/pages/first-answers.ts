/** The answers that a document brings along for its page (decision 0060). */
import type { Page } from '@playwright/test';

/** From the next document on, the page asks the API for everything: a test then holds or changes the answers. */
export async function dropFirstAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drop = (): void => document.getElementById('first-answers')?.remove();
    // Runs before the scripts of the page, which wait for the whole document.
    new MutationObserver(drop).observe(document, { childList: true, subtree: true });
  });
}
