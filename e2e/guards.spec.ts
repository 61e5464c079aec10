/**
 * What only a browser can tell: hostile text stays text on every page that shows it, no policy is broken
 * anywhere, and every script that is loaded is in docs/script-inventory.json.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { formInFrame, framePerField } from './pages/fields.ts';
import { PublicInvoice } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import { Mailbox } from './pages/sign-in-mail.ts';
import { type Portal, startPortal } from './portal.ts';

const MAYA = { domain: 'harbor', email: 'maya.lindqvist@example.com' } as const;

/** First and last names. */
const HOSTILE = [
  ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>'],
  ["'><svg/onload=alert(1)>", 'javascript:alert(1)'],
  ['<iframe srcdoc="<script>alert(1)</script>">', '</title><script>alert(1)</script>'],
] as const;

/** Where a customer's name is shown, or could be. */
const PAGES = ['', '/invoices', '/payments', '/profile', '/contracts/all'];

type Inventory = { script: string; owner: string; reason: string; loadedBy: string }[];

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal?.stop());

/** Dialogs, broken policies and errors of scripts; empty when all is well. */
async function watch(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  page.on('dialog', async (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  await page.exposeFunction('tellViolation', (text: string) => troubles.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell = Reflect.get(window, 'tellViolation') as (text: string) => void; // because it was exposed above
      tell(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return troubles;
}

/** As the profile page does it: the cookie mints a bearer, the bearer changes the name. */
async function rename(page: Page, names: readonly [string, string]): Promise<number> {
  return page.evaluate(async ([firstName, lastName]) => {
    const session = await (await fetch('/api/portal/debtor/auth?domain=harbor')).json();
    const answer = await fetch('/api/portal/debtor', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${session.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ firstName, lastName }),
    });
    return answer.status;
  }, names);
}

test('hostile names run nowhere and break no policy', async ({ page }) => {
  test.setTimeout(240_000);
  const troubles = await watch(page);
  const signIn = new SignIn(page);
  await signIn.ask(portal.url, MAYA);
  const { url } = await new Mailbox(portal.sandbox).nextWayIn(MAYA.email);
  await page.goto(url);
  await signIn.expectInside();
  const { url: publicUrl } = portal.unpaid(MAYA.domain);
  for (const names of HOSTILE) {
    expect(await rename(page, names)).toBe(200);
    for (const path of PAGES) {
      await page.goto(`${portal.url}/${MAYA.domain}${path}`);
      await signIn.expectInside();
    }
    await new PublicInvoice(page).open(publicUrl);
  }
  expect(troubles).toEqual([]);
});

/** Scripts of the document itself; what a processor loads into its own frames is its own business. */
function recordScripts(page: Page): Set<string> {
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
  // because the file is ours and its shape is checked by the comparison
  return JSON.parse(await readFile(file, 'utf8')) as Inventory;
}

const PROCESSORS = [
  { domain: 'northwind', fields: formInFrame },
  { domain: 'harbor', fields: framePerField },
  { domain: 'summit', fields: framePerField },
] as const;

test('every script of both documents is in the inventory, and nothing follows the visitor', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const troubles = await watch(page);
  const scripts = recordScripts(page);
  for (const path of ['/', '/faq', '/privacy-policy', '/terms-of-service']) {
    await page.goto(`${portal.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  const onPublicPages = [...scripts];
  expect(onPublicPages.filter((script) => !script.startsWith('portal/assets/'))).toEqual([]);
  for (const { domain, fields } of PROCESSORS) {
    const invoice = new PublicInvoice(page, fields);
    await invoice.open(portal.unpaid(domain).url);
    await invoice.openCardForm();
  }
  const foreign = [...scripts].filter((script) => !script.startsWith('portal/assets/'));
  const listed = (await inventory()).map(({ script }) => script);
  expect(foreign.sort()).toEqual(listed.filter((script) => script.startsWith('sandbox')).sort());
  expect(troubles).toEqual([]);
});
