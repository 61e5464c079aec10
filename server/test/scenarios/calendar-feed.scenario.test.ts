/** The private calendar feed (ADR 0092): two parsers can read it, and its URL can be replaced and revoked. */
import { addDays } from '@quittance/contract/dates';
import ICAL from 'ical.js';
import { sync } from 'node-ical';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { addSchedule } from '../world/arrangements.ts';
import { signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const clock = fixedClock(START);

const world = useWorld({ clock });

const read = async (url: string, tag?: string) => {
  const path = new URL(url).pathname;
  const headers = tag ? { 'if-none-match': tag } : {};
  const answer = await fetch(`${world.url}${path}`, { headers });
  return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text() };
};

/** Returns lines such as 'Payment to Harbor: $103.30 on 2026-11-20', as read by ical.js. */
function firstReading(text: string): string[] {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  return events.map((component) => {
    const event = new ICAL.Event(component);
    return `${event.summary} on ${event.startDate.toString()}`;
  });
}

function secondReading(text: string): string[] {
  return Object.values(sync.parseICS(text)).flatMap((part) => {
    if (part?.type !== 'VEVENT') return [];
    const { start, summary } = part;
    const pad = (value: number) => String(value).padStart(2, '0');
    const day = `${start.getFullYear()}-${pad(start.getMonth() + 1)}-${pad(start.getDate())}`;
    return [`${String(summary)} on ${day}`];
  });
}

describe('The calendar feed of a customer', () => {
  it('a calendar feed is valid for two parsers, supports conditional requests, and ends with its URL', async () => {
    const name = 'Köhler; Söhne, "Bootsbau" und eine ziemlich lange Firma an der Elbe \\ Hafen';
    const company = await world.company({ name });
    const invoice = await world.invoice(company, { dueInDays: 20 });
    const { methodId, last4 } = await world.method(company);
    await addSchedule(world.deps, { company, invoice, methodId }, 5);
    const customer = await signIn(world, company);
    const create = async () => {
      const answer = await customer.call({ method: 'POST', path: 'calendar-feed' });
      return String(answer['url']);
    };
    const address = await create();
    expect(address).toMatch(/^http:\/\/portal\.test\/api\/portal\/calendar\/[\w-]{65}\.ics$/);
    const { text, tag } = await read(address);
    const day = addDays(clock.today('America/New_York'), 5);
    const expected = [`Payment to ${name}: $103.30 on ${day}`];
    expect(firstReading(text)).toEqual(expected);
    expect(secondReading(text)).toEqual(expected);
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT12H');
    for (const secret of ['Maya', 'Ortiz', last4, methodId, company.customerId]) {
      expect(text).not.toContain(secret);
    }
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(await read(address, tag ?? '')).toMatchObject({ status: 304, text: '' });
    const stored = await world.deps.database.pool.query('select token_hash from calendar_feeds');
    expect(JSON.stringify(stored.rows)).not.toContain(address.slice(-40, -4));
    const renewed = await create();
    expect((await read(address)).status).toBe(404);
    expect((await read(renewed)).status).toBe(200);
    await customer.call({ method: 'DELETE', path: 'calendar-feed' });
    const gone = await read(renewed);
    expect(gone.status).toBe(404);
    expect(gone.text).toBe((await read(address)).text);
  });
});
