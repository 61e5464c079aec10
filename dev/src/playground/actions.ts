/**
 * The actions behind the page's buttons. Long actions run in the background, one at a time, and report their
 * progress in the view.
 */
import type { StoryView } from '@quittance/contract/playground-view';
import { PORTAL_ROLES } from '../portal/messages.ts';
import type { PortalProcesses } from '../portal/portal-processes.ts';
import { FAULT_BUTTONS, RETURN_CODES } from './fault-buttons.ts';
import type { SandboxControl } from './sandbox-control.ts';
import { STORIES, type StoryName } from './stories/story-list.ts';
import type { Target, TimeTravel } from './time-travel.ts';

class ActionRefused extends Error {
  override name = 'ActionRefused';
  readonly status: 400 | 404 | 409;
  constructor(status: ActionRefused['status'], message: string) {
    super(message);
    this.status = status;
  }
}

export type ActionDeps = {
  sandbox: SandboxControl;
  portal: Pick<PortalProcesses, 'kill'>;
  travel: TimeTravel;
  canReset: boolean;
  reset(): Promise<void>;
  tellStory(name: StoryName, story: StoryView): Promise<void>;
};

type Body = Readonly<Record<string, unknown>>;

const TARGETS: readonly Target[] = ['day', 'month', 'next'];
const TARGET_TEXTS = {
  day: 'A day passes.',
  month: 'A month passes.',
  next: 'The next event happens.',
} as const;

function toChoice<Choice extends string>(
  body: Body,
  name: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === body[name]);
  if (found === undefined) {
    throw new ActionRefused(400, `${name}: must be one of ${choices.join(', ')}`);
  }
  return found;
}

function toText(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '')
    throw new ActionRefused(400, `${name}: is required`);
  return value;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions(deps: ActionDeps) {
  const { sandbox, portal, travel } = deps;
  let busy: string | null = null;
  let story: StoryView | null = null;
  let problem: string | null = null;

  function begin(what: string, work: () => Promise<unknown>): void {
    if (busy !== null) throw new ActionRefused(409, `Wait until this has ended: ${busy}`);
    busy = what;
    problem = null;
    work()
      .catch((error: unknown) => {
        problem = error instanceof Error ? error.message : String(error);
      })
      .finally(() => {
        busy = null;
      });
  }

  async function runStory(name: StoryName, told: StoryView): Promise<void> {
    try {
      await deps.tellStory(name, told);
      told.state = 'done';
    } catch (error) {
      told.state = 'failed';
      throw error;
    }
  }

  const actions: Readonly<Record<string, (body: Body) => unknown>> = {
    async fault(body) {
      const names = FAULT_BUTTONS.map(({ name }) => name);
      const name = toChoice(body, 'name', names);
      const button = FAULT_BUTTONS.find((one) => one.name === name);
      for (const fault of button?.injects ?? []) await sandbox.inject(fault);
    },
    'clear-faults': () => sandbox.clearFaults(),
    async return(body) {
      const codes = RETURN_CODES.map(({ code }) => code);
      await sandbox.returnDebit(toText(body, 'transactionId'), toChoice(body, 'code', codes));
    },
    kill: (body) => portal.kill(toChoice(body, 'role', PORTAL_ROLES)),
    travel(body) {
      const target = toChoice(body, 'to', TARGETS);
      begin(TARGET_TEXTS[target], () => travel.travel(target));
    },
    story(body) {
      const name = toChoice(
        body,
        'name',
        STORIES.map((one) => one.name),
      );
      const title = STORIES.find((one) => one.name === name)?.title ?? name;
      begin(`The story “${title}” is told.`, () => {
        story = { name, title, steps: [], state: 'running' };
        return runStory(name, story);
      });
    },
    reset() {
      if (!deps.canReset) {
        throw new ActionRefused(
          409,
          'A database of your own is not reset: delete and create it yourself.',
        );
      }
      begin('Everything starts over.', async () => {
        story = null;
        await deps.reset();
      });
    },
  };

  return {
    progress: () => ({ busy, problem, story }),
    async run(name: string, body: Body): Promise<void> {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw new ActionRefused(404, 'There is no such button.');
      await action(body);
    },
  };
}
