/** A payer who has only a paper invoice (R3), and the public data of a company. */
import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { addContact, type Mailbox, toMailbox } from '../world/mailbox.ts';
import { createVisitor } from '../world/visitor.ts';
import { useWorld } from '../world/world.ts';

let post: Mailbox;
let harbor: TestCompany;
let invoice: TestInvoice;
// Fixed, because a random address can contain digits that look like a card number, which the server rejects.
const email = 'maya@example.com';
const NAME = 'Lighthouse Veterinary Clinic';

const world = useWorld();

beforeAll(async () => {
  post = toMailbox(world);
  harbor = await world.company({ name: NAME, dba: null, legalName: 'LVC Holdings LLC' });
  invoice = await world.invoice(harbor);
  await addContact(world, harbor, { value: email });
});

type Paper = { company: string; reference: string; email: string };

async function resolve(paper: Partial<Paper>) {
  const browser = createVisitor(world.url);
  const body = { company: NAME, reference: invoice.accountRef, email, ...paper };
  const answer = await browser.call('resolve', { method: 'POST', body });
  return { browser, answer };
}

describe("Let's resolve your invoice! (R3)", () => {
  it('the response is the same for any input, and an email is sent only for a full match', async () => {
    const foreign = await world.company();
    const theirs = await world.invoice(foreign);
    const wrong: Partial<Paper>[] = [
      { company: 'Nobody Incorporated' },
      { reference: 'HD-000' },
      { reference: theirs.accountRef },
      { email: 'somebody@example.com' },
    ];
    const right = await resolve({});
    const answers = await Promise.all(wrong.map((paper) => resolve(paper)));
    for (const { answer } of answers) {
      expect(answer.status).toBe(right.answer.status);
      expect(answer.success).toBe(true);
    }
    expect(await post.deliver()).toBe(1);
  });

  it('a matching request sends an email with a public link that opens the invoice', async () => {
    await resolve({ company: harbor.domain });
    await post.deliver();
    const [mail] = await post.inbox(email);
    const link = mail?.links.find((each) => each.includes('/pay/')) ?? '';
    const token = link.split('/pay/')[1];
    const path = `public/account/${harbor.domain}/${token}`;
    const opened = await fetch(`${world.url}/api/portal/${path}`);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain(invoice.accountRef);
    expect(mail?.subject).toBe(`Your invoice ${invoice.accountRef} from ${NAME}`);
  });

  it('a customer reference sends an email with a sign-in link for the requesting browser', async () => {
    const { browser } = await resolve({ reference: 'C-1' });
    await post.deliver();
    const { token } = await post.newestWayIn(email);
    expect((await browser.openLink(token)).customerId).toBe(harbor.customerId);
  });
});

describe('Finding a company (R3)', () => {
  it.each([
    ['its name', NAME],
    ['its name in another case', NAME.toLowerCase()],
    ['its name with a typing error', 'Lighthouse Vetrinary Clinic'],
    ['most of its name', 'Lighthouse Veterinary'],
    ['its legal name', 'LVC Holdings, LLC'],
  ])('the company is shown for %s', async (_what, name) => {
    const answer = await createVisitor(world.url).call(`company?${new URLSearchParams({ name })}`);
    expect(answer.company).toMatchObject({ name: NAME, domain: harbor.domain });
  });

  it.each(['', 'L', 'Li', 'Light', 'Lighthouse', '%', 'Light%', '_ighthouse Veterinary Clinic%'])(
    'the search "%s" shows no company, which prevents enumeration',
    async (name) => {
      const answer = await createVisitor(world.url).call(
        `company?${new URLSearchParams({ name })}`,
      );
      expect(answer.company).toBeNull();
    },
  );

  it('the login page shows only the brand of the company', async () => {
    const answer = await createVisitor(world.url).call(`company/${harbor.domain}`);
    expect(answer.company).toEqual({
      name: NAME,
      dba: null,
      legalName: 'LVC Holdings LLC',
      logoUrl: null,
      iconUrl: null,
      supportEmail: null,
      supportPhone: null,
      domain: harbor.domain,
      mainColor: '#0f766e',
      secondaryColor: '#134e4a',
      palette: brandPalette({ mainColor: '#0f766e', secondaryColor: '#134e4a' }),
      isDemo: false,
    });
    const unknown = await createVisitor(world.url).call('company/nobody');
    expect([unknown.status, unknown.message]).toEqual([404, 'COMPANY_NOT_FOUND']);
  });
});
