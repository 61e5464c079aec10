/** Renders the static parts: the buttons for stories and faults, the companies' links, and the test numbers. */
import { byId, element, setText } from './elements.ts';
import type { Settings, TestData } from './view.ts';

export type Press = (action: string, body: object) => void;

function button(label: string, explanation: string, onPress: () => void): HTMLElement {
  const made = element('button', { type: 'button', title: explanation }, label);
  made.addEventListener('click', onPress);
  return made;
}

function drawStories({ stories }: Settings, press: Press): void {
  const items = stories.map(({ name, title, summary }) => {
    const start = button(title, summary, () => press('story', { name }));
    start.classList.add('main');
    start.dataset['waits'] = 'true';
    return element('li', {}, start, element('span', { class: 'quiet' }, summary));
  });
  byId('stories').replaceChildren(...items);
}

function drawFaults({ faults, returnCodes }: Settings, press: Press): void {
  for (const group of ['charge', 'webhook'] as const) {
    const buttons = faults
      .filter((fault) => fault.group === group)
      .map(({ name, label, explanation }) =>
        button(label, explanation, () => press('fault', { name })),
      );
    byId(`${group}-faults`).replaceChildren(...buttons);
  }
  const codes = returnCodes.map(({ code, reason }) =>
    element('option', { value: code }, `${code} ${reason}`),
  );
  byId('return-code').replaceChildren(...codes);
}

const grouped = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ');

function numberLine(number: string, result: string): HTMLElement {
  const copy = element(
    'button',
    { type: 'button', class: 'copy', 'aria-label': `Copy ${grouped(number)}` },
    'Copy',
  );
  copy.addEventListener('click', () => {
    void navigator.clipboard
      .writeText(number)
      .then(() => setText('copied', `${grouped(number)} is copied.`));
  });
  return element(
    'li',
    {},
    element('code', {}, grouped(number)),
    copy,
    element('span', { class: 'quiet' }, result),
  );
}

function testNumbers({ cards, accounts, routingNumber }: TestData): HTMLElement[] {
  const lines = (list: readonly { number: string; result: string }[]) =>
    element(
      'ul',
      { class: 'numbers' },
      ...list.map(({ number, result }) => numberLine(number, result)),
    );
  return [
    element('h4', {}, 'Test cards'),
    lines(cards),
    element('h4', {}, `Test accounts, routing number ${routingNumber}`),
    lines(accounts),
  ];
}

function drawCompanies({ companies, testData }: Settings): void {
  const blocks = testData.map((data) => {
    const company = companies.find(({ processor }) => processor === data.processor);
    const links = (company?.links ?? []).map(({ label, url }) =>
      element('li', {}, element('a', { href: url, target: '_blank', rel: 'noreferrer' }, label)),
    );
    return element(
      'div',
      {},
      element('h3', {}, company ? `${company.name} (${data.title})` : data.title),
      element('ul', { class: 'lines' }, ...links),
      element(
        'details',
        {},
        element('summary', {}, 'Test cards and accounts'),
        ...testNumbers(data),
      ),
    );
  });
  byId('companies').replaceChildren(...blocks);
}

export function drawSettings(settings: Settings, press: Press): void {
  drawStories(settings, press);
  drawFaults(settings, press);
  drawCompanies(settings);
  byId('mailbox').setAttribute('href', settings.mailbox);
}
