// Words that docs/glossary.md retires, and British spellings. Each entry names the established term in payments
// engineering or in plain US English.
import type { Rule, Violation } from '../rule.ts';
import { isCode, type SourceFile, toComments, toLines } from '../source-tree.ts';

type RetiredWord = [word: RegExp, instead: string];

const NAMES: readonly RetiredWord[] = [
  [/\bNews\b/, 'OutcomeReport, event or update'],
  [/\bundertakings?\b|\bTaking\b/, 'PaymentInstruction'],
  [/\b[pP]ayee\b/, 'PaymentContext'],
  [/\bPurchase\b|\bbought\b|Bought/, 'ChargeTerms, idempotencyInput'],
  [/[lL]ockSubject|lock-subject|\bSubjectKey\b/, 'Payable'],
  [/[bB]eginMerchant|begin-merchant|MerchantStart/, 'off-session'],
  [/Wish(es|ed)?\b/, 'Request, SetupPurpose'],
  [/[aA]fterFailure|after-failure/, 'dunning: onDecline, onReturn'],
  [/[nN]everSeen|never-seen|unheardOf/, 'not found at the processor'],
  [/sealedPlace|invoice-place|InvoicePlace/, 'sealContext, invoice list query'],
  [/\bown-address\b|ownAddress/, 'client-ip'],
  [/operating-figures|[oO]peratingFigures/, 'ops-metrics'],
  [/portalLeft|portal-left/, 'signedOut'],
  [/leversOf|\bdoorsOf\b|\bjudging\b/, 'controls, endpoints, outcomes'],
  [/[kK]eep(s|ing)?Method\b|[kK]eptMethod/, 'save, saved method'],
];

const BRITISH: readonly RetiredWord[] = [
  [/instalment/i, 'installment'],
  [/colour|behaviour|neighbour|favour|honour/i, 'US spelling: -or'],
  [/recognis|authoris(?!ed_)|organis|normalis|serialis|initialis|summaris/i, 'US spelling: -ize'],
  [/\bcentred?\b|\blicence\b|fulfil(?!l)/i, 'US spelling: center, license, fulfill'],
];

/** Spellings that processors also use as values. */
const BRITISH_PROSE: readonly RetiredWord[] = [
  [/cancell(ed|ing)/i, 'canceled, canceling'],
  [/\be-mails?\b/i, 'email'],
];

/** Words checked in comments, docs and test titles. Test data may contain them. */
const PROSE: readonly RetiredWord[] = [
  [/\bnews\b/i, 'event, outcome or update'],
  [/\bpurchases?\b/i, 'payment, charge terms'],
  [/\bwish(es|ed)?\b/i, 'request'],
  [/\bnever seen\b|\bunheard\b/i, 'not found at the processor'],
  [/\blevers?\b|\bdoors?\b/i, 'controls, endpoints'],
  [/\b(keep|kept) methods?\b/i, 'saved method'],
  [/\bhappenings?\b/i, 'step'],
  [/\b(whoever|nobody|somebody)\b/i, 'name the actor: the caller, the payer, no process'],
];

/** Translated phrases, in prose and in texts that people read. */
const PHRASES: readonly RetiredWord[] = [
  [/\bby (the API|the command line|standard input)\b/i, 'through the API, from the command line'],
  [/\b(has|have) at most\b/i, 'can have up to, can be up to'],
  [/\b(is|are|waits?) (\w+ ){0,3}since (a|an|the)\b/i, 'a state that lasts: has been'],
  [/\bin mass\b|\bgrowing pauses\b/i, 'an unusual number, increasing delays'],
];

/** Everyday words are fine in texts for payers; British spellings are not. */
const USER_TEXTS = [
  /^web\/src\/texts\//,
  /^web\/src\/desk\/texts\//,
  /^server\/src\/customers\/mail\/(en|es|templates)\//,
  /^contract\/src\/(company-|staff-)?errors\.ts$/,
];

/**
 * The product document quotes literal texts in their own spelling, the glossary lists retired words, and migrations
 * are never edited.
 */
const EXEMPT = [
  /^docs\/product\.md$/,
  /^docs\/glossary\.md$/,
  /^tidy\/rules\/retired-words\.ts$/,
  /\/migrations\//,
  // Sealed orders that are already stored use the old key.
  /\/sealed-order\.ts$/,
  /\.(json|svg|txt)$/,
];

export const RETIRED_WORDS: Rule = {
  name: 'retired words are not used',
  instead: 'use the term named beside the word; docs/glossary.md has the whole vocabulary',
  check: (tree) => tree.filter(isChecked).flatMap(retiredIn),
  breaks: [
    { 'server/src/payments/settlement/settle.ts': 'export type News = { outcome: Outcome };' },
    { 'server/src/identity/request-sign-in.ts': '/** Answers the wish of a payer. */' },
    { 'server/src/app.test.ts': `it('is seen by nobody', () => {});` },
    { 'docs/operations.md': 'The plan was cancelled.' },
    { 'domain/src/never-seen.ts': '' },
    { 'domain/src/fees.ts': 'const neighbour = 1;' },
    { 'web/src/texts/en/payment/confirm.ts': `export const text = 'Cancelled';` },
    { 'docs/operations.md': 'A program does the same by the API.' },
    { 'docs/on-call.md': 'The charges wait since a restore.' },
    {
      'contract/src/company-errors.ts': `export const text = 'An invoice has at most ten files.';`,
    },
  ],
  keeps: [
    { 'server/test/a.test.ts': `const email = 'nobody@example.com';` },
    {
      'server/src/payments/settlement/settle.ts':
        'export type OutcomeReport = { outcome: Outcome };',
    },
    { 'web/src/texts/en/payment/confirm.ts': `export const text = 'Nobody pays twice.';` },
    { 'docs/operations.md': 'The plan was canceled. The subject of the mail names it.' },
  ],
};

function isChecked({ path }: SourceFile): boolean {
  return !EXEMPT.some((pattern) => pattern.test(path));
}

/** Most files contain none of the words, so one search of the whole text saves thirty of each line. */
const ANY = new RegExp(
  [...NAMES, ...BRITISH, ...BRITISH_PROSE, ...PROSE, ...PHRASES]
    .map(([{ source }]) => source)
    .join('|'),
  'i',
);

function retiredIn(file: SourceFile): Violation[] {
  const { path, text } = file;
  if (!ANY.test(`${path}\n${text}`)) return [];
  const lines = toLines(file).map((text, index) => ({ text, line: index + 1 }));
  if (USER_TEXTS.some((pattern) => pattern.test(path))) {
    return find(path, [...BRITISH, ...BRITISH_PROSE, ...PHRASES], lines);
  }
  const prose = isCode(file) ? [...toComments(file), ...toTitles(lines)] : lines;
  return [
    ...find(path, [...NAMES, ...BRITISH], [{ text: path, line: 1 }, ...lines]),
    ...find(path, [...PROSE, ...BRITISH_PROSE, ...PHRASES], prose),
  ];
}

type Line = { text: string; line: number };

function find(path: string, words: readonly RetiredWord[], lines: readonly Line[]): Violation[] {
  return lines.flatMap(({ text, line }) =>
    words.flatMap(([pattern, instead]) => {
      const [word] = pattern.exec(text) ?? [];
      return word === undefined ? [] : [{ path, line, found: `${word} (${instead})` }];
    }),
  );
}

function toTitles(lines: readonly Line[]): Line[] {
  return lines.filter(({ text }) => /^\s*(it|test|describe)\b[^(]*\(/.test(text));
}
