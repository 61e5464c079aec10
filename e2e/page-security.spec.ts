/**
 * Security checks that need a browser: hostile text stays text on every page that shows it, no page violates its
 * content security policy, and every loaded script is listed in docs/script-inventory.json.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { PublicInvoice } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import type { Portal } from './portal.ts';
import { isFull } from './scope.ts';
import { expect, test } from './test.ts';

const PRIYA = CUSTOMERS.priya;

const HOSTILE = [
  ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>'],
  ["'><svg/onload=alert(1)>", 'javascript:alert(1)'],
  ['<iframe srcdoc="<script>alert(1)</script>">', '</title><script>alert(1)</script>'],
] as const;

const PAGES = ['', '/invoices', '/payments', '/profile', '/contracts/all'];

type Inventory = { script: string; owner: string; reason: string; loadedBy: string }[];

async function recordProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  page.on('dialog', async (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  await page.exposeFunction('reportViolation', (text: string) => problems.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, 'reportViolation') as (text: string) => void; // because it was exposed above
      report(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return problems;
}

async function rename(page: Page, names: readonly [string, string]): Promise<number> {
  return page.evaluate(async ([firstName, lastName]) => {
    const session = await (await fetch('/api/portal/debtor/auth?domain=harbor')).json();
    const response = await fetch('/api/portal/debtor', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${session.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ firstName, lastName }),
    });
    return response.status;
  }, names);
}

test('hostile names execute no script and violate no policy', async ({
  page,
  portal,
  signInAs,
}) => {
  test.setTimeout(240_000);
  const problems = await recordProblems(page);
  await signInAs(PRIYA);
  const signIn = new SignIn(page);
  const { url: publicUrl } = await portal.unpaid(PRIYA.domain);
  await page.goto(`${portal.url}/${PRIYA.domain}`);
  await signIn.expectSignedIn();
  for (const [index, names] of HOSTILE.entries()) {
    expect(await rename(page, names)).toBe(200);
    const paths = PAGES.filter((_, at) => isFull || at % HOSTILE.length === index);
    for (const path of paths) {
      await page.goto(`${portal.url}/${PRIYA.domain}${path}`);
      await signIn.expectSignedIn();
    }
    await new PublicInvoice(page).open(publicUrl);
  }
  expect(problems).toEqual([]);
});

/** Scripts inside a processor's frames are excluded because they are the processor's responsibility. */
function recordScripts(page: Page, portal: Portal): Set<string> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'script' || request.frame() !== page.mainFrame()) return;
    const { origin, pathname } = new URL(request.url());
    const from = origin === portal.url ? 'portal' : origin.replace(portal.sandbox, 'sandbox');
    scripts.add(`${from}${pathname}`.replace(/-[\w-]{8}\.js$/, '-*.js'));
  });
  return scripts;
}

async function inventory(): Promise<Inventory> {
  const file = new URL('../docs/script-inventory.json', import.meta.url);
  // The cast is safe because the comparison below checks the shape.
  return JSON.parse(await readFile(file, 'utf8')) as Inventory;
}

test('every script of both documents is in the inventory, and no tracker is loaded', async ({
  page,
  portal,
}) => {
  test.setTimeout(180_000);
  const problems = await recordProblems(page);
  const scripts = recordScripts(page, portal);
  for (const path of ['/', '/faq', '/privacy-policy', '/terms-of-service']) {
    await page.goto(`${portal.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  const onPublicPages = [...scripts];
  expect(onPublicPages.filter((script) => !script.startsWith('portal/assets/'))).toEqual([]);
  for (const { domain, fields } of COMPANIES) {
    const invoice = new PublicInvoice(page, fields);
    await invoice.open((await portal.unpaid(domain)).url);
    await invoice.openCardForm();
  }
  const foreign = [...scripts].filter((script) => !script.startsWith('portal/assets/'));
  const listed = (await inventory()).map(({ script }) => script);
  expect(foreign.sort()).toEqual(listed.filter((script) => script.startsWith('sandbox')).sort());
  expect(problems).toEqual([]);
});
