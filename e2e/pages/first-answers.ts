/** The API responses embedded in a document for its page (decision 0060). */
import type { Page } from '@playwright/test';

/**
 * From the next document on, the page requests everything from the API, so that a test can hold or change the
 * responses.
 */
export async function dropFirstAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drop = (): void => document.getElementById('first-answers')?.remove();
    // The observer runs before the page's scripts, which wait for the whole document.
    new MutationObserver(drop).observe(document, { childList: true, subtree: true });
  });
}
