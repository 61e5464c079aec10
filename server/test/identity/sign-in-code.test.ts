/** The code in a sign-in email (R19): where it works, how many guesses are allowed, and what a guess reveals. */

import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import { addNeighbor } from '../world/add-neighbor.ts';
import type { TestCompany } from '../world/company.ts';
import { forFile } from '../world/for-file.ts';
import { addContact, toMailbox } from '../world/mailbox.ts';
import { createVisitor } from '../world/visitor.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let email: string;

const world = useWorld({ clock });
const post = forFile(async () => toMailbox(world));
beforeEach(async () => {
  harbor = await world.company();
  email = `maya-${randomUUID()}@example.com`;
  await addContact(world, harbor, { value: email });
});

/** Moves only the clock of this test, because no processor is involved. */
const pass = (ms: number) => clock.travelTo(addMs(clock.now(), ms));

async function asked() {
  const browser = createVisitor(world.url);
  await browser.askForMail(harbor.domain, email);
  await post.deliver();
  return { browser, ...(await post.newestWayIn(email)) };
}

describe('The code of a sign-in mail (R19)', () => {
  it('a code alone signs in the requesting browser, however the code is formatted', async () => {
    const { browser, code } = await asked();
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    const answer = await browser.typeCode({ domain: harbor.domain, code: typed });
    expect([answer.status, answer.customerId]).toEqual([200, harbor.customerId]);
  });

  it('a code and its link together sign in another browser, and the link then ends', async () => {
    const { browser, token, code } = await asked();
    const phone = createVisitor(world.url);
    expect((await phone.typeCode({ domain: harbor.domain, code })).status).toBe(410);
    const answer = await phone.typeCode({ domain: harbor.domain, code, token });
    expect([answer.status, answer.customerId]).toEqual([200, harbor.customerId]);
    expect((await phone.reload(harbor.domain)).status).toBe(200);
    expect((await browser.openLink(token)).status).toBe(410);
  });

  it('a code becomes invalid after five wrong guesses, even concurrent ones, and its link stays valid', async () => {
    const { browser, token, code } = await asked();
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () =>
        createVisitor(world.url).typeCode({ domain: harbor.domain, code: wrong, token }),
      ),
    );
    const messages = guesses.map(({ message }) => message);
    expect(messages.filter((message) => message === 'SIGN_IN_CODE_WRONG')).toHaveLength(4);
    const late = await browser.typeCode({ domain: harbor.domain, code });
    expect([late.status, late.message]).toEqual([410, 'SIGN_IN_LINK_DEAD']);
    expect((await browser.openLink(token)).status).toBe(200);
  });

  it('a wrong code gets the same responses for a customer and for an unknown person', async () => {
    const readWrongCodes = async (typed: string) => {
      const browser = createVisitor(world.url);
      await browser.askForMail(harbor.domain, typed);
      await post.deliver();
      const { code } = await post.newestWayIn(typed);
      const wrong = code === '000000' ? '000001' : '000000';
      const answers: string[] = [];
      for (let count = 0; count < 7; count += 1) {
        const { status, message } = await browser.typeCode({ domain: harbor.domain, code: wrong });
        answers.push(`${status} ${message}`);
      }
      pass(11 * MINUTE_MS);
      const late = await browser.typeCode({ domain: harbor.domain, code: wrong });
      return [...answers, `${late.status} ${late.message}`];
    };
    const ofCustomer = await readWrongCodes(email);
    expect(ofCustomer).toEqual([
      ...Array.from({ length: 4 }, () => '422 SIGN_IN_CODE_WRONG'),
      ...Array.from({ length: 4 }, () => '410 SIGN_IN_LINK_DEAD'),
    ]);
    expect(await readWrongCodes('nobody@example.com')).toEqual(ofCustomer);
  });

  it('a code is checked only against the newest sign-in request of the browser', async () => {
    const { browser, code } = await asked();
    const typeIt = (typed: string) => browser.typeCode({ domain: harbor.domain, code: typed });
    await browser.askForMail(harbor.domain, 'nobody@example.com');
    await post.deliver();
    const older = await typeIt(code);
    expect([older.status, older.message]).toEqual([422, 'SIGN_IN_CODE_WRONG']);
    await browser.askForMail(harbor.domain, email);
    await post.deliver();
    expect((await typeIt(code)).status).toBe(422);
    expect((await typeIt((await post.newestWayIn(email)).code)).status).toBe(200);
  });

  it('a new request in the browser allows no more guesses at an older email', async () => {
    const { browser, code } = await asked();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1) {
      await browser.typeCode({ domain: harbor.domain, code: wrong });
    }
    await browser.askForMail(harbor.domain, 'nobody@example.com');
    expect((await browser.typeCode({ domain: harbor.domain, code })).status).toBe(422);
    await post.deliver();
    expect((await browser.typeCode({ domain: harbor.domain, code })).status).toBe(422);
  });

  it('each customer with a shared address gets a separate code in one request', async () => {
    const { customerId: omar } = await addNeighbor(world.deps, harbor);
    await addContact(world, harbor, { value: email, customerId: omar });
    const { browser, code } = await asked();
    const answer = await browser.typeCode({ domain: harbor.domain, code });
    expect(answer.status).toBe(200);
    expect([omar, harbor.customerId]).toContain(answer.customerId);
  });

  it('a code works only at its own company', async () => {
    const northwind = await world.company();
    const { browser, code } = await asked();
    expect((await browser.typeCode({ domain: northwind.domain, code })).status).toBe(410);
    expect((await browser.typeCode({ domain: harbor.domain, code })).status).toBe(200);
  });

  it('a code expires after ten minutes', async () => {
    const { browser, code } = await asked();
    pass(HOUR_MS);
    expect((await browser.typeCode({ domain: harbor.domain, code })).status).toBe(410);
  });
});
