/**
 * `npm test` runs a sample of the permutations, and `npm run test:full` runs all of them (docs/testing.md). A test
 * tagged FULL_ONLY runs only in the full run.
 */
export const isFull = process.env['QUITTANCE_TEST_FULL'] === '1';

const FULL_TAG = '@full';

export const FULL_ONLY = { tag: FULL_TAG } as const;

export function sampledIf(isSampled: boolean): { tag?: string } {
  return isSampled ? {} : FULL_ONLY;
}

/**
 * Titles of tests of which `npm test` runs one per row, another one every day. Tests of the server and of components
 * cover the rules behind them. An empty title is a day off. Without a seed, as in `npm run e2e`, all of them run.
 */
const IN_TURN: readonly (readonly string[])[] = [
  ['the story “Lost answer” runs', 'the story “Bank return” runs'],
  ['a staff member adds a project and an order', 'a staff member adds a contract'],
  ['the public link and the login page have loading', 'the public pages have their titles'],
  ['every script of both documents is in the inventory', 'hostile names execute no script'],
  [
    'a late response never changes the invoice',
    'every page recovers automatically from a dropped connection',
    'the invoice list is embedded in the document',
  ],
  [
    'a payer opens the link, pays by card and reads the result in Spanish',
    'an English page loads Spanish only',
    'no page is wider than its screen',
  ],
  ['the Back button closes the payment popup', 'the Back button neither closes a popup'],
  ['a device stays signed in until', 'a customer adds a passkey on one visit'],
  ['a popup shows a loading state immediately', 'a failed sign-out shows an error'],
  ['a customer views, downloads and verifies the statement', 'a public link shows the lines'],
  ['card and account numbers', 'a company logo appears on the page'],
  ['a page reloaded 50 ms after the submit', 'two tabs that pay simultaneously'],
  [
    'an invitation says that it works',
    'lists, figures and search tell rows apart',
    'an owner compares a payout',
  ],
  ['an owner takes Stripe', 'an owner takes PayEngine', 'an owner takes Fiserv'],
  [
    'unsaved work survives a link',
    'a staff member maps the columns of a file',
    'a developer reads a guide',
  ],
  ['an owner chooses when reminders are sent', 'a copy of an invoice reaches a contact'],
  ['a sign-in link alone gives no session', 'a customer finds an address, updates contacts'],
  ['every popup of a public link has its total', 'the plan and schedule popups fit'],
  ['total, button and the focused field', 'total and button move above a keyboard'],
];

const seed = process.env['QUITTANCE_TEST_SEED'];

/** True on one of `count` days for each name. A full run and a run without a seed include all of them. */
export function isInTurn(name: string, count: number): boolean {
  if (isFull || seed === undefined) return true;
  const place = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return place % count === Number(seed) % count;
}

const resting = (seed === undefined ? [] : IN_TURN).flatMap((titles) =>
  titles.filter((title, place) => title !== '' && place !== Number(seed) % titles.length),
);

export const EXCLUDED = isFull
  ? []
  : [FULL_TAG, ...resting].map((text) => new RegExp(text.replaceAll(/[.()]/g, String.raw`\$&`)));
