import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ClientContext } from './client-context.ts';
import { createDeskClient } from './desk-client.ts';
import { toSentence } from './failure.ts';
import { SecondFactorContext } from './second-factor-context.ts';
import { useAction } from './use-action.ts';

const INVOICE_ID = '6f1f7a52-0000-4000-8000-000000000001';
const problem = (code: string, detail: string) =>
  Response.json({ code, detail, status: 403 }, { status: 403 });

type Answer = () => Response;

const deskClient = (fetch: typeof globalThis.fetch) =>
  createDeskClient({ domain: 'harbor', fetch, storage: () => sessionStorage, randomness: crypto });

function consoleWith(answers: Answer[], isProved = true) {
  const calls: { url: string; headers: Headers }[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    calls.push({ url: String(url), headers: new Headers(init?.headers) });
    const answer = answers.shift();
    if (!answer) throw new TypeError('network');
    return answer();
  };
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return isProved;
  };
  render(
    <ClientContext value={deskClient(fetch)}>
      <SecondFactorContext value={ask}>
        <VoidButton />
      </SecondFactorContext>
    </ClientContext>,
  );
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));
  return { calls, press, asked: () => asked };
}

function VoidButton() {
  const { run, failure } = useAction('voidInvoice');
  const input = { params: { invoiceId: INVOICE_ID }, body: { reason: 'twice' } };
  return (
    <button type="button" onClick={() => void run(input)}>
      {failure ? toSentence(failure) : 'Void'}
    </button>
  );
}

const toKeys = (calls: { headers: Headers }[]) =>
  calls.map(({ headers }) => headers.get('idempotency-key'));

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('An action of the console (R74, R78)', () => {
  it('an action names the company, requests the passkey if needed, and retries the call with its key', async () => {
    const { calls, press, asked } = consoleWith([
      () => problem('SECOND_FACTOR_REQUIRED', 'Please confirm with your passkey to continue.'),
      () => Response.json({ id: INVOICE_ID }),
    ]);
    await press();
    expect(asked()).toBe(1);
    expect(calls.map(({ url }) => url)).toEqual(
      Array(2).fill(`/api/provider/v1/invoices/${INVOICE_ID}/void`),
    );
    expect(calls[0]?.headers.get('x-quittance-desk')).toBe('harbor');
    expect(new Set(toKeys(calls)).size).toBe(1);
    expect(screen.getByRole('button').textContent).toBe('Void');
  });

  it('an action shows the reason for a refusal when the passkey is not verified', async () => {
    const refusal = () => problem('SECOND_FACTOR_REQUIRED', 'Please confirm with your passkey.');
    const { calls, press } = consoleWith([refusal], false);
    await press();
    expect(calls).toHaveLength(1);
    expect(screen.getByRole('button').textContent).toBe('Please confirm with your passkey.');
  });

  const answers: Record<string, Answer> = {
    'no answer': () => {
      throw new TypeError('network');
    },
    'a cut answer': () => new Response('{"id":"6f1f', { status: 201 }),
    'the error page of a proxy': () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    'a session that has ended': () =>
      Response.json({ code: 'UNAUTHORIZED', detail: 'Please sign in.' }, { status: 401 }),
  };

  it.each(Object.entries(answers))(
    'an action keeps its key after %s, even on another page, until its outcome is known',
    async (_, answer) => {
      const first = consoleWith([answer]);
      await first.press();
      cleanup();
      const second = consoleWith([answer, () => Response.json({ id: INVOICE_ID })]);
      await second.press();
      await second.press();
      const keys = toKeys([...first.calls, ...second.calls]);
      expect(new Set(keys).size).toBe(1);
      expect(sessionStorage).toHaveLength(0);
      cleanup();
      const third = consoleWith([answer]);
      await third.press();
      expect(toKeys(third.calls)).not.toEqual(keys.slice(0, 1));
    },
  );

  it('an action uses a new key after a refusal and stores no typed input', async () => {
    const refusal = () => Response.json({ code: 'NO_EMAIL', detail: 'None.' }, { status: 409 });
    const { calls, press } = consoleWith([refusal]);
    await press();
    expect(sessionStorage).toHaveLength(0);
    await press();
    expect(new Set(toKeys(calls)).size).toBe(2);
    expect(JSON.stringify(sessionStorage)).not.toContain('twice');
  });

  it('an action in a demo company explains that changes are refused (R51)', async () => {
    const { press } = consoleWith([() => problem('DEMO_MODE', 'DEMO_MODE')]);
    await press();
    expect(screen.getByRole('button').textContent).toMatch(/^This is a demo company/);
  });
});

describe('A call that replaces a list', () => {
  it('carries the tag of what was read, and a refusal says to reload', async () => {
    const calls: { method: string | undefined; tag: string | null }[] = [];
    const client = deskClient(async (_url, { method, headers } = {}) => {
      calls.push({ method, tag: new Headers(headers).get('if-match') });
      if (calls.length < 3) return Response.json({}, { headers: { etag: `"v${calls.length}"` } });
      const code = 'OBJECT_CHANGED';
      return Response.json({ code, detail: 'Read it again.', status: 412 }, { status: 412 });
    });
    const params = { customerId: INVOICE_ID };
    const change = { params, body: { copyContacts: [] } };
    await client.call('getCustomer', { params });
    await client.call('changeCustomer', change, { isGuarded: true });
    const late = await client.call('changeCustomer', change, { isGuarded: true });
    await client.call('changeCustomer', change);
    expect(calls.map(({ tag }) => tag)).toEqual([null, '"v1"', '"v2"', null]);
    expect(late.isOk || toSentence(late.failure)).toBe(
      'Someone changed this after you opened the page. Reload the page and try again.',
    );
  });
});
