// Words that docs/glossary.md retires, and British spellings. Each has an established term in payments
// engineering or in plain US English.
import type { Rule, Violation } from '../rule.ts';
import { linesOf, type SourceFile } from '../source-tree.ts';

/** Pattern → the term to use instead. */
const RETIRED: readonly [RegExp, string][] = [
  [/\bnews\b/i, 'OutcomeReport, event or update'],
  [/\bundertakings?\b|\bTaking\b/, 'PaymentInstruction'],
  [/\bpayee\b/i, 'PaymentContext'],
  [/\bpurchases?\b|Purchase|\bbought\b|Bought/, 'ChargeTerms, idempotencyInput'],
  [/[lL]ockSubject|lock-subject|\bSubjectKey\b/, 'Payable'],
  [/[bB]eginMerchant|begin-merchant|MerchantStart/, 'off-session'],
  [/\bwish(es|ed)?\b|Wish(es|ed)?\b/, 'request, SetupPurpose'],
  [/[aA]fterFailure|after-failure/, 'dunning: onDecline, onReturn'],
  [/\bnever[- ]seen\b|[nN]everSeen|\bunheard\b|unheardOf/, 'not found at the processor'],
  [/sealedPlace|invoice-place|InvoicePlace/, 'sealContext, invoice list query'],
  [/\bown-address\b|ownAddress/, 'client-ip'],
  [/operating-figures|[oO]peratingFigures/, 'ops-metrics'],
  [/portalLeft|portal-left/, 'signedOut'],
  [/\blevers?\b|leversOf|\bdoors?\b|\bjudging\b/i, 'controls, endpoints, outcomes'],
  [/[kK]eep(s|ing)?Method|[kK]eptMethod|\b(keep|kept) methods?\b/, 'save, saved method'],
  [/\bhappenings?\b/i, 'step'],
  [/\b(whoever|nobody|somebody)\b/i, 'name the actor: the caller, the payer, no process'],
  [/instalment/i, 'installment'],
  [/cancell(ed|ing)/, 'canceled, canceling'],
  [/colour|behaviour|neighbour|favour|honour/i, 'US spelling: -or'],
  [/recognis|authoris|organis|normalis|serialis|initialis|summaris/i, 'US spelling: -ize'],
  [/\bcentred?\b|\blicence\b|fulfil(?!l)/i, 'US spelling: center, license, fulfill'],
  [/\be-mails?\b/i, 'email'],
];

/**
 * User-facing texts follow the product document, which quotes literal texts in their own spelling; the
 * glossary lists retired words; migrations are never edited.
 */
const EXEMPT = [
  /^web\/src\/texts\//,
  /^docs\/product\.md$/,
  /^docs\/glossary\.md$/,
  /^tidy\/rules\/retired-words\.ts$/,
  /\/migrations\//,
  /\.(json|svg|txt)$/,
];

export const RETIRED_WORDS: Rule = {
  name: 'retired words are not used',
  instead: 'use the term named beside the word; docs/glossary.md has the whole vocabulary',
  check: (tree) => tree.filter(isChecked).flatMap(retiredIn),
  breaks: [
    { 'server/src/payments/settlement/settle.ts': 'export type News = { outcome: Outcome };' },
    { 'server/src/access/request-sign-in.ts': '/** Answers the wish of a payer. */' },
    { 'server/src/app.test.ts': `it('is seen by nobody', () => {});` },
    { 'docs/operations.md': 'The plan was cancelled.' },
    { 'domain/src/never-seen.ts': '' },
  ],
  keeps: [
    {
      'server/src/payments/settlement/settle.ts':
        'export type OutcomeReport = { outcome: Outcome };',
    },
    { 'web/src/texts/en/payment/confirm.ts': `export const text = 'Cancelled';` },
    { 'docs/operations.md': 'The plan was canceled. The subject of the mail names it.' },
  ],
};

function isChecked({ path }: SourceFile): boolean {
  return !EXEMPT.some((pattern) => pattern.test(path));
}

function retiredIn(file: SourceFile): Violation[] {
  const { path } = file;
  const named = RETIRED.filter(([pattern]) => pattern.test(path)).map(([, instead]) => ({
    path,
    line: 1,
    found: `the file's name (${instead})`,
  }));
  const written = linesOf(file).flatMap((text, index) =>
    RETIRED.flatMap(([pattern, instead]) => {
      const [word] = pattern.exec(text) ?? [];
      return word === undefined ? [] : [{ path, line: index + 1, found: `${word} (${instead})` }];
    }),
  );
  return [...named, ...written];
}
