/**
 * For tests only: the console as an owner uses it. The server answers reads with samples of their schemas. It refuses
 * the action first, then its response is lost, then it succeeds.
 */
import { DESK_ROUTES } from '@quittance/contract/desk-routes';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { expect, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { CALL_ROWS } from '../src/desk/api/call-rows.ts';
import type { CallName } from '../src/desk/api/call-types.ts';
import { createDeskRouter, DeskApp } from '../src/desk/desk-app.tsx';
import { makeSample } from './sample-answer.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Fields of an answer in which it differs from the sample; those of `data` are for the single row of a list. */
export type Given = Partial<Record<CallName, Fields & { data?: Fields }>>;

type Fill = Readonly<Record<string, string | File>>;

export type Story = {
  call: CallName;
  page: string;
  given?: Given;
  /** Buttons pressed before the fields are filled in. */
  open?: readonly string[];
  fill?: Fill;
  /** The second step of the dialog. */
  next?: { press?: string; fill: Fill };
  /** The name of a button, or a field that acts as soon as it has a value. */
  submit: string | { field: string; value: string | File };
  body?: unknown;
  done: string;
};

type Route = { answer: z.ZodType; body?: z.ZodType };
const ROUTES: Readonly<Record<string, Route>> = { ...PROVIDER_ROUTES, ...DESK_ROUTES };

const SESSION = {
  scopes: ['read', 'write', 'money', 'manage'],
  member: { id: 'me', name: 'Ines Vega', email: 'ines@example.com', role: 'owner' },
};

const CALLS = Object.entries(CALL_ROWS).map(([name, { method, path }]) => {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return { name, method, pattern: new RegExp(`^${pattern}$`), isExact: !path.includes('{') };
});

function findCall(method: string, url: string): string {
  const { pathname } = new URL(url, 'http://localhost');
  const found = CALLS.filter((call) => call.method === method && call.pattern.test(pathname));
  return (found.find(({ isExact }) => isExact) ?? found[0])?.name ?? pathname;
}

function toAnswer(name: string, given: Fields & { data?: Fields } = {}): unknown {
  const route = ROUTES[name];
  if (!route) throw new Error(`${name} is not a call`);
  const sample = makeSample(route.answer) as Record<string, unknown>; // because every answer is an object
  const { data, ...fields } = given;
  const rows = sample['data'];
  const isList = data !== undefined && Array.isArray(rows);
  return { ...sample, ...fields, ...(isList && { data: [{ ...rows[0], ...data }] }) };
}

type Sent = { key: string | null; body: unknown };

type Opened = Pick<Story, 'page' | 'given'> & { call?: CallName };

function startServer({ call, given = {} }: Opened) {
  const sent: Sent[] = [];
  const outcomes = ['refused', 'lost'];
  const fetch: typeof globalThis.fetch = async (url, { method = 'GET', headers, body } = {}) => {
    const name = findCall(method, String(url));
    if (name === call) {
      const isJson = typeof body === 'string';
      sent.push({
        key: new Headers(headers).get('idempotency-key'),
        body: isJson ? JSON.parse(body) : body,
      });
      const outcome = outcomes.shift();
      if (outcome === 'refused')
        return Response.json({ code: 'INVOICE_NOT_PAYABLE', detail: REFUSED }, { status: 409 });
      if (outcome === 'lost') throw new TypeError('network');
    }
    const own = name === 'getSession' ? { ...SESSION, ...given.getSession } : undefined;
    return Response.json(toAnswer(name, own ?? given[name as CallName])); // because every call is in the tables
  };
  return { sent, fetch };
}

const REFUSED = 'Someone else has changed this.';
const UNKNOWN = /this may already be done.*it will not be done twice/;

/** The first story of a page waits for its modules, too. */
const PATIENT = { timeout: 25_000 };
const INPUT = 'input, select, textarea';

export async function press(name: string): Promise<void> {
  const buttons = await screen.findAllByRole('button', { name }, PATIENT);
  await act(async () => void fireEvent.click(buttons.at(-1) as Element)); // because one was found
}

async function fill(label: string, value: string | File): Promise<void> {
  const fields = await screen.findAllByLabelText(label, { selector: INPUT }, PATIENT);
  const field = fields.at(-1) as Element; // because one was found
  const target = typeof value === 'string' ? { value } : { files: [value] };
  await act(async () => void fireEvent.change(field, { target }));
}

async function fillAll(fields: Fill = {}): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await fill(label, value);
}

async function submit({ submit: by }: Story): Promise<void> {
  if (typeof by === 'string') await press(by);
  else await fill(by.field, by.value);
}

const shown = async (text: string | RegExp) => (await screen.findAllByText(text)).length > 0;

/** Returns the calls of the action, which grow. */
export function openConsole(opened: Opened): readonly Sent[] {
  const { sent, fetch } = startServer(opened);
  window.history.pushState(null, '', `/desk/harbor${opened.page}`);
  const router = createDeskRouter({ fetch, storage: () => sessionStorage, randomness: crypto });
  // Otherwise it would go on listening to the browser's history, in later tests as well.
  onTestFinished(() => router.dispose());
  render(<DeskApp router={router} />);
  return sent;
}

/** Acts three times: refused, with a lost response, and done. */
export async function expectStory(story: Story): Promise<void> {
  const sent = openConsole(story);
  for (const name of story.open ?? []) await press(name);
  await fillAll(story.fill);
  if (story.next?.press) await press(story.next.press);
  await fillAll(story.next?.fill);
  for (const text of [REFUSED, UNKNOWN, story.done]) {
    await submit(story);
    expect(await shown(text)).toBe(true);
  }
  const { body } = ROUTES[story.call] ?? {};
  expect(body?.safeParse(sent[0]?.body).success ?? true).toBe(true);
  expect(sent.map((each) => each.body)).toEqual(sent.map(() => story.body));
  const [refused, lost, repeated, ...more] = sent.map(({ key }) => key);
  expect(more).toEqual([]);
  expect(lost).not.toBe(refused);
  expect(repeated).toBe(lost);
}

export function cleanConsole(): void {
  cleanup();
  toast.dismiss();
  sessionStorage.clear();
}
