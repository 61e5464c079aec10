/**
 * Every action of the console is sent by `useAction` and shown by one of a few components (docs/console-coverage.md),
 * so that a refusal and a lost response are tested here once for each of them, instead of once for each action.
 */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { listSource, readSource } from '../../../test/read-source.ts';
import { ToastContainer } from '../../shared/ui/feedback/toast-container.tsx';
import { CALL_ROWS } from '../api/call-rows.ts';
import { ClientContext } from '../api/client-context.ts';
import { createDeskClient } from '../api/desk-client.ts';
import { SecondFactorContext } from '../api/second-factor-context.ts';
import { useAction } from '../api/use-action.ts';
import { SaveBar } from '../settings/save-bar.tsx';
import { ActionButton } from './action-button.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import { ReasonAction } from './reason-action.tsx';

const invoiceId = '6f1f7a52-0000-4000-8000-000000000001';
const params = { invoiceId };
const UNKNOWN = /this may already be done.*it will not be done twice/;
const REFUSED = 'This invoice cannot be sent.';

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as Element)); // because it is there

const texts = { label: 'Void', title: 'Void it?', text: '', confirm: 'Void now', done: 'Done.' };

function Saving({ onDone }: { onDone: () => void }) {
  const { run, isRunning, failure } = useAction('putReminderSettings');
  const [body] = useState({ isActive: false, days: [], note: null, texts: [] });
  const save = async (): Promise<void> => {
    if ((await run({ body })).isOk) onDone();
  };
  return (
    <SaveBar
      isChanged
      isRunning={isRunning}
      failure={failure}
      onSave={() => void save()}
      onReset={() => undefined}
    />
  );
}

type Shown = { draw: (onDone: () => void) => ReactNode; open: () => Promise<void>; submit: string };

/** The components that send an action. A form with its own fields uses `ActionDialog` as `ReasonAction` does. */
const SENT_BY: Readonly<Record<string, Shown>> = {
  button: {
    draw: (onDone) => (
      <ActionButton call="issueInvoice" input={{ params }} label="Issue" onDone={onDone} />
    ),
    open: async () => undefined,
    submit: 'Issue',
  },
  confirmation: {
    draw: (onDone) => (
      <ConfirmAction
        call="withdrawOffer"
        input={{ params }}
        label="Withdraw"
        title="Withdraw it?"
        text=""
        confirm="Withdraw now"
        onDone={onDone}
      />
    ),
    open: () => press('Withdraw'),
    submit: 'Withdraw now',
  },
  dialog: {
    draw: (onDone) => (
      <ReasonAction call="voidInvoice" params={params} texts={texts} onDone={onDone} />
    ),
    open: async () => {
      await press('Void');
      fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Twice' } });
    },
    submit: 'Void now',
  },
  settings: {
    draw: (onDone) => <Saving onDone={onDone} />,
    open: async () => undefined,
    submit: 'Save changes',
  },
};

function openConsole({ draw }: Shown, answers: (() => Response)[]) {
  const keys: (string | null)[] = [];
  let done = 0;
  const fetch = async (_: string | URL | Request, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    const answer = answers.shift();
    if (!answer) throw new TypeError('network');
    return answer();
  };
  const storage = () => sessionStorage;
  const client = createDeskClient({ domain: 'harbor', fetch, storage, randomness: crypto });
  const onDone = (): void => {
    done += 1;
  };
  const element = (
    <ClientContext value={client}>
      <SecondFactorContext value={async () => true}>
        {draw(onDone)}
        <ToastContainer flow="auth" />
      </SecondFactorContext>
    </ClientContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  return { keys, done: () => done };
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe.each(Object.entries(SENT_BY))('An action sent by a %s (R74, R78)', (_, shown) => {
  it('shows why it was refused, and can be sent again as a new one', async () => {
    const refusal = () =>
      Response.json({ code: 'INVOICE_NOT_SENDABLE', detail: REFUSED }, { status: 409 });
    const page = openConsole(shown, [refusal, () => Response.json({})]);
    await shown.open();
    await press(shown.submit);
    expect((await screen.findAllByText(REFUSED)).length).toBeGreaterThan(0);
    expect(page.done()).toBe(0);
    await press(shown.submit);
    expect(page.done()).toBe(1);
    expect(new Set(page.keys).size).toBe(2);
  });

  it('says after a lost response that it can be repeated safely, and repeats it with its key', async () => {
    const lost = () => {
      throw new TypeError('network');
    };
    const page = openConsole(shown, [lost, () => Response.json({})]);
    await shown.open();
    await press(shown.submit);
    expect((await screen.findAllByText(UNKNOWN)).length).toBeGreaterThan(0);
    expect(page.done()).toBe(0);
    await press(shown.submit);
    expect(page.done()).toBe(1);
    expect(page.keys).toHaveLength(2);
    expect(new Set(page.keys).size).toBe(1);
  });
});

const SOURCES = listSource('desk').filter((path) => /(?<!\.test)\.tsx?$/.test(path));

/** Sent without `useAction`: before there is a session, by a passkey, or as parts of a file that are sent once each. */
const SENT_ALONE = [
  'addPasskey',
  'beginIdentitySignIn',
  'completeIdentitySignIn',
  'completeSignIn',
  'passkeyOptions',
  'proveSecondFactor',
  'putImportPart',
  'requestSignIn',
  'secondFactorOptions',
];

const isChange = (name: string) => CALL_ROWS[name]?.readsOnly !== true;

function findCalls(pattern: RegExp): string[] {
  const found = SOURCES.flatMap((path) => [...readSource(path).matchAll(pattern)]);
  const names = found.map(([, name = '']) => name);
  return [...new Set(names.filter(isChange))].sort();
}

/** By the hooks, by a component, or by a bulk action. */
const ACTION = /(?:use(?:Action|ActionForm)\(|runAction\(|\bcall=|\bname: )["']?(\w+)/g;

describe('Every action of the console', () => {
  it('is sent by useAction, except before there is a session', () => {
    expect(findCalls(/client\.call\(\s*'(\w+)'/g)).toEqual(SENT_ALONE);
  });

  it('describes its failure as that of a change, whose outcome can be unknown', () => {
    const direct = SOURCES.filter((path) => /use(Run)?Action\(/.test(readSource(path)));
    expect(direct.length).toBeGreaterThan(20);
    expect(direct.filter((path) => /\btoSentence\(/.test(readSource(path)))).toEqual([]);
  });

  it('is in the table of docs/console-coverage.md, and the tests named there exist', () => {
    const used = SOURCES.flatMap((path) =>
      [...readSource(path).matchAll(ACTION)].map(([, name = '']) => name),
    );
    const actions = [...new Set(used)].filter((name) => CALL_ROWS[name] && isChange(name));
    const rows = readSource('../../docs/console-coverage.md').matchAll(
      /^\| [^|]+ \| `(\w+)` \| \w+ \| ([^|]+) \|$/gm,
    );
    const table = [...rows].map(([, name = '', story = '']) => ({ name, story }));
    expect([...new Set(table.map(({ name }) => name))].sort()).toEqual(actions.sort());
    const missing = table.filter(({ name, story }) => {
      const [, file] = /^story in `(.+)`$/.exec(story) ?? [];
      if (file) return !readSource(`desk/${file}.test.tsx`).includes(`call: '${name}'`);
      const tests = [...story.matchAll(/`([\w./-]+)`: ([^;]+)/g)];
      return (
        tests.length === 0 ||
        tests.some(([, path, title = '']) => !readSource(`../../${path}`).includes(title.trim()))
      );
    });
    expect(missing).toEqual([]);
  });
});
