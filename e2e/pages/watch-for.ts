import type { Page } from '@playwright/test';

/** Returns a function that tells whether a document that was opened later has shown the text at any time. */
export async function watchFor(page: Page, text: string): Promise<() => Promise<boolean>> {
  await page.addInitScript((sought) => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes(sought)) sessionStorage.setItem('seen', sought);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, text);
  return () => page.evaluate(() => sessionStorage.getItem('seen') !== null);
}
