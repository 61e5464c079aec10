/** The playground's page: renders the view whenever it changes, and sends the actions of its buttons. */
import { byId, element, setItems, setText } from './elements.ts';
import { drawPair } from './pairs.ts';
import { drawSettings } from './settings.ts';
import type { Settings, StoryView, View } from './view.ts';

const STORY_STATES = {
  running: { text: 'Running', classes: 'badge waiting-verdict' },
  done: { text: 'Done', classes: 'badge same' },
  failed: { text: 'Failed', classes: 'badge failed' },
} as const;

async function press(action: string, body: object): Promise<void> {
  setText('problem', '');
  try {
    const response = await fetch(`/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: { message?: string } = await response.json();
    if (!response.ok) setText('problem', answer.message ?? 'That did not work.');
  } catch {
    setText('problem', 'The playground does not answer. Is npm start still running?');
  }
}

function drawStory(story: StoryView | null): void {
  const section = byId('story');
  const isNew = story?.state === 'running' && section.dataset['name'] !== story.name;
  section.hidden = story === null;
  section.dataset['name'] = story?.state === 'running' ? story.name : '';
  if (!story) return;
  // On a phone, the section may be off-screen, far below the buttons.
  if (isNew) section.scrollIntoView({ block: 'nearest' });
  setText('story-title', story.title);
  const { text, classes } = STORY_STATES[story.state];
  setText('story-state', text);
  byId('story-state').className = classes;
  setItems(byId('story-steps'), story.steps, {
    key: (_, index) => `${story.name} ${index}`,
    draw: ({ text: told, at }) =>
      element('li', {}, told, ' ', element('span', { class: 'quiet number' }, at)),
  });
}

function drawProcesses({ processes }: View): void {
  setItems(byId('processes'), processes, {
    key: ({ role }) => role,
    draw({ role, name, state, restarts }) {
      const kill = element('button', { type: 'button' }, `Kill the ${name.toLowerCase()}`);
      kill.addEventListener('click', () => void press('kill', { role }));
      const told = restarts === 0 ? state : `${state}, restarted ${restarts}×`;
      return element('span', { class: 'waiting' }, kill, element('span', { class: 'quiet' }, told));
    },
  });
}

function drawDifferences({ differences, pairs }: View): void {
  const badge = byId('differences');
  badge.className = differences > 0 ? 'badge different' : 'badge same';
  const several = differences === 1 ? '1 difference' : `${differences} differences`;
  setText('differences', pairs.length === 0 ? '' : differences > 0 ? several : 'Both sides agree');
  byId('empty').hidden = pairs.length > 0;
}

function setBusy(isBusy: boolean): void {
  for (const one of document.querySelectorAll<HTMLButtonElement>(
    '[data-waits], [data-travel], #reset',
  )) {
    one.disabled = isBusy;
  }
}

function draw(view: View): void {
  setText('now', view.now);
  setText('moved', view.moved);
  setText('next-event', view.nextEvent);
  setText('hash', view.ledgerHash.slice(0, 16));
  setText('busy', view.busy ?? '');
  if (view.problem) setText('problem', view.problem);
  setBusy(view.busy !== null);
  byId('reset').hidden = !view.canReset;
  byId('reset-note').hidden = !view.canReset;
  drawStory(view.story);
  drawProcesses(view);
  drawDifferences(view);
  setText(
    'waiting-faults',
    view.waitingFaults.length === 0
      ? 'No fault is armed.'
      : `Armed: ${view.waitingFaults.join(', ')}.`,
  );
  setItems(byId('pairs'), view.pairs, { key: ({ key }) => key, draw: drawPair });
  setItems(byId('webhooks'), view.webhooks, {
    key: (line, index) => `${index} ${line}`,
    draw: (line) => element('li', {}, line),
  });
  setItems(byId('mails'), view.mails, {
    key: ({ at, to }, index) => `${index} ${at} ${to}`,
    draw: ({ subject, to, at }) =>
      element(
        'li',
        {},
        subject,
        element('br'),
        element('span', { class: 'quiet' }, `${to}, ${at}`),
      ),
  });
  // An empty value cannot be submitted because the field is required.
  const debits =
    view.debits.length > 0 ? view.debits : [{ transactionId: '', label: 'No bank debit yet' }];
  setItems(byId('return-debit'), debits, {
    key: ({ transactionId }) => transactionId,
    draw: ({ transactionId, label }) => element('option', { value: transactionId }, label),
  });
}

/** The browser reconnects automatically. Until then, the page shows that it is not live. */
function listen(): void {
  const live = new EventSource('/live');
  const note = byId('connection');
  live.addEventListener('message', ({ data }) => {
    note.hidden = true;
    draw(JSON.parse(String(data)));
  });
  live.addEventListener('error', () => {
    note.textContent = 'Not connected: what you see may be old. It connects again by itself.';
    note.hidden = false;
  });
}

function chosenIn(id: string): string {
  const field = byId(id);
  return field instanceof HTMLSelectElement ? field.value : '';
}

function bind(): void {
  for (const one of document.querySelectorAll<HTMLElement>('[data-travel]')) {
    one.addEventListener('click', () => void press('travel', { to: one.dataset['travel'] }));
  }
  byId('clear-faults').addEventListener('click', () => void press('clear-faults', {}));
  byId('reset').addEventListener('click', () => {
    setText('busy', 'Everything starts over.');
    void press('reset', {});
  });
  byId('return-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void press('return', {
      transactionId: chosenIn('return-debit'),
      code: chosenIn('return-code'),
    });
  });
}

async function start(): Promise<void> {
  bind();
  const settings: Settings = await (await fetch('/settings')).json();
  drawSettings(settings, (action, body) => void press(action, body));
  listen();
}

void start();
