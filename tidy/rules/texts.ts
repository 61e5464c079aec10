// User-facing text: words are in the catalogs of each language, and `contract/src/format.ts` formats amounts and
// dates. A second language is then a new folder, without a search through the components.
import type { ESTree } from 'rolldown/utils';
import { type Find, isIn, perCodeFile, type Rule } from '../rule.ts';
import { isTest, lineAt, type SourceFile, visit } from '../source-tree.ts';

const WORDS_MAY_STAND = isIn(['web/src/texts/', 'web/src/desk/texts/']);

/** Files with text that the server and the browser show to payers: labels, consents, emails and documents. */
const WRITES_FOR_PAYERS = isIn([
  'contract/src/',
  'domain/src/',
  'server/src/customers/mail/',
  'server/src/platform/mail/',
  'server/src/platform/pdf/',
  'server/src/invoices/pdf/',
]);
/** Receipts, statements and histories. The rest of their module is queries. */
const IS_DOCUMENT = /^server\/src\/statements\/(draw-[a-z]+|[a-z]+-text)\.ts$/;

/** Catalogs, and English-only text for companies and developers. */
const ENGLISH_OR_CATALOG = isIn([
  'contract/src/texts/',
  'domain/src/texts/',
  'contract/src/language.ts',
  // English texts with the codes. The Spanish counterparts are in `texts/es`.
  'contract/src/errors.ts',
  'contract/src/company-errors.ts',
  'contract/src/staff-errors.ts',
  'contract/src/error-entry.ts',
  'domain/src/dunning/decline-texts.ts',
  'server/src/customers/mail/templates/',
  'server/src/platform/pdf/quick-text.ts',
  'server/src/platform/pdf/quick-rows.ts',
  'contract/src/openapi/',
  'contract/src/processors/',
  'contract/src/provider-routes.ts',
  'contract/src/loader-errors.ts',
]);

const IS_FOR_DEVELOPERS =
  /^contract\/src\/(http|exchange|reports|webhooks|(\w+\/)?fields\.ts|\w+\/(provider|\w+-provider|notice|settings|key|refund|credit|dispute|payout|journal-account|partial-request|link|reminder|mail-text|attachment)-(routes|schemas))/;

/** The emails of one language, such as `server/src/customers/mail/es/payments.ts`. */
const IS_MAIL_CATALOG = /^server\/src\/customers\/mail\/[a-z]{2}\//;

const NAMES = new Set([
  'Quittance',
  'Payment platform',
  'Visa',
  'Mastercard',
  'Maestro',
  'American Express',
  'Discover',
  'Diners Club',
  'UPay',
  'JCB',
  'Escape',
  'Enter',
  'Home',
  'End',
  'Tab',
  'Authorization',
  'Bearer',
  'Link',
  'io server disconnect',
  'not all',
  'a, button, input',
  'username webauthn',
]);

/** Attributes and properties that are shown or read aloud, so that even one short word is a text. */
const READ = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'title',
  'placeholder',
  'label',
  'legend',
  'caption',
  'header',
  'hint',
  'text',
  'section',
]);

const LETTER = /\p{L}/u;
/** Matches 'Pay', 'Done:', 'Pay now', 'all of it', but not 'payNow', 'Content-Type' or 'pay/now'. */
const WORDS = /^\s*\p{Lu}\p{Ll}+[\s.!?:…]*$|\p{L}{2,}[,.!?:…]?\s+\p{L}{2,}/u;
/** A word next to a value: `${count} left`, `Pay ${amount}`. */
const WORD_BESIDE = /^\p{L}?\p{Ll}+\s|\s\p{L}\p{Ll}+/u;
const MACHINE = /^\s*[<(@.]|\d(px|rem|em|%|fr|ms)\b|var\(--|sans-serif|="/;

const TERMS = new Set([
  'In Progress',
  'Pending billing',
  'Paid Off',
  'Charged Off',
  'Draft',
  'Open',
  'Closed',
  'Canceled',
  'Processed',
  'Expired',
  'Active',
  'Delinquent',
  'Accelerated',
  'All',
  'Cents',
  'Table',
  'Column',
  'Row',
  'Sect',
  'Document',
  'Artifact',
  'Layout',
  'English',
  'Language',
  'United States',
  'Removed by customer',
  'not ready',
  'Not a date of the calendar',
  'Holds invisible characters',
  'A fee is never negative',
  'Not true: …',
  'Not handled: …',
  'Figure',
  'PRODID:-//Quittance//Upcoming charges//EN',
]);

export const SHARED_TEXTS: Rule = {
  name: 'what payers read of contract, domain, mails and documents stands in the catalogs',
  instead: 'put it into texts/en and texts/es of the workspace, and take the words as an argument',
  check: perCodeFile(
    (file) => literalTexts(file).filter(({ found }) => !TERMS.has(found)),
    (file) =>
      !(WRITES_FOR_PAYERS(file) || IS_DOCUMENT.test(file.path)) ||
      isTest(file) ||
      ENGLISH_OR_CATALOG(file) ||
      IS_MAIL_CATALOG.test(file.path) ||
      IS_FOR_DEVELOPERS.test(file.path),
  ),
  breaks: [
    { 'contract/src/format.ts': `const a = \`Overdue for \${days} days\`;` },
    { 'domain/src/checkout/button-text.ts': `const a = 'Confirm payment';` },
    { 'server/src/statements/draw-receipt.ts': `drawHead({ title: 'Receipt' });` },
    { 'server/src/customers/mail/render.ts': `const a = \`Hello \${firstName}\`;` },
    { 'server/src/statements/receipt-text.ts': `const a = ['Paid by', name];` },
  ],
  keeps: [
    { 'contract/src/texts/en/dates.ts': `export const dateTexts = { final: 'Final' };` },
    { 'domain/src/checkout/plan.ts': `invariant(first, 'a plan has a first installment');` },
    { 'server/src/customers/mail/templates/staff.ts': `const subject = 'Sign in';` },
    { 'server/src/customers/mail/fr/access.ts': `const subject = 'Se connecter';` },
    { 'server/src/app/mail/send-mail.ts': `const a = 'anything at all';` },
  ],
};

export const TEXTS: Rule = {
  name: 'what people read in the web app stands in web/src/texts, and what staff read in web/src/desk/texts',
  instead: `put it into its area of web/src/texts/en and import it from '#texts/…', or into desk/texts`,
  check: perCodeFile(
    literalTexts,
    (file) => !file.path.startsWith('web/src/') || isTest(file) || WORDS_MAY_STAND(file),
  ),
  breaks: [
    { 'web/src/shared/ui/actions/button.tsx': 'const a = <b>Close</b>;' },
    { 'web/src/shared/ui/actions/button.tsx': 'const a = <b aria-label="menu" />;' },
    { 'web/src/shared/ui/actions/button.tsx': `const a = <B label={isOn ? 'on' : 'off'} />;` },
    { 'web/src/shared/ui/actions/button.tsx': 'const a = <B notice="Not found" />;' },
    { 'web/src/shared/ui/actions/button.tsx': `const a = <B>{isPaid ? 'Paid' : null}</B>;` },
    { 'web/src/features/pay/pay.ts': `const a = { label: 'CVC' };` },
    { 'web/src/features/pay/pay.ts': `const a = \`Pay \${amount}\`;` },
    { 'web/src/features/pay/pay.ts': `const a = \`\${count} left\`;` },
    { 'web/src/state/pay.ts': `toast('The connection was lost');` },
  ],
  keeps: [
    {
      'web/src/shared/ui/actions/button.tsx':
        'const a = <b aria-label={uiTexts.close}>{uiTexts.close}</b>;',
    },
    {
      'web/src/shared/ui/actions/button.tsx':
        'const a = <b className="wide" role="button"> · </b>;',
    },
    {
      'web/src/shared/ui/actions/button.tsx': `if (event.key === 'Escape') throw new Error('Not a key of ours');`,
    },
    {
      'web/src/shared/ui/actions/button.tsx': `const a: Record<'Paid Off', Tone> = { 'Paid Off': 'success' };`,
    },
    { 'web/src/ui/button.ts': `const a = \`\${id}-error\`; const b = \`1px solid \${color}\`;` },
    { 'web/src/texts/en/site/ui.ts': `export const uiTexts = { close: 'Close' };` },
    { 'web/gallery/buttons.tsx': 'const a = <b>Close</b>;' },
    { 'web/src/shared/ui/actions/button.test.tsx': 'const a = <b>Close</b>;' },
    { 'server/src/customers/mail/receipt.ts': `const subject = 'Your receipt';` },
  ],
};

function literalTexts(file: SourceFile): Find[] {
  const found: Find[] = [];
  const silent = new Set<number>();
  const read = new Set<number>();
  const note = ({ start }: { start: number }, text: string) =>
    found.push({ line: lineAt(file, start), found: text.trim().replace(/\s+/g, ' ') });
  const silence = (node: ESTree.Node | null) => {
    for (const { start } of node === null ? [] : literalsIn(node)) silent.add(start);
  };
  visit(file, {
    ImportDeclaration: ({ source }) => silence(source),
    ExportNamedDeclaration: ({ source }) => silence(source),
    ImportExpression: ({ source }) => silence(source),
    TSLiteralType: ({ literal }) => silence(literal),
    NewExpression: ({ callee, arguments: args }) => {
      if (callee.type === 'Identifier' && callee.name.endsWith('Error')) args.forEach(silence);
    },
    CallExpression: ({ callee, arguments: args }) => {
      if (callee.type === 'Super' || (callee.type === 'Identifier' && callee.name === 'invariant'))
        args.forEach(silence);
    },
    Property: ({ key, value, computed }) => {
      if (!computed) silence(key);
      if (READ.has(toName(key))) for (const { start } of literalsIn(value)) read.add(start);
    },
    JSXAttribute: ({ name, value }) => {
      if (value === null || name.type !== 'JSXIdentifier' || !READ.has(name.name)) return;
      for (const { start } of literalsIn(value)) read.add(start);
    },
    JSXText: (node) => {
      if (LETTER.test(node.value)) note(node, node.value);
    },
    Literal: (node) => {
      if (typeof node.value !== 'string' || silent.has(node.start)) return;
      if (isText(node.value, { isRead: read.has(node.start), pattern: WORDS })) {
        note(node, node.value);
      }
    },
    TemplateLiteral: ({ quasis, start }) => {
      if (silent.has(start)) return;
      const pattern = quasis.length > 1 ? WORD_BESIDE : WORDS;
      const whole = quasis.map(({ value }) => value.raw).join('…');
      if (isText(whole, { isRead: read.has(start), pattern })) note({ start }, whole);
    },
  });
  return found;
}

function isText(text: string, { isRead, pattern }: { isRead: boolean; pattern: RegExp }): boolean {
  if (NAMES.has(text.replace('…', '').trim()) || MACHINE.test(text)) return false;
  return isRead ? LETTER.test(text) : pattern.test(text);
}

function toName(key: ESTree.Node): string {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : '';
}

function literalsIn(node: ESTree.Node): ESTree.Node[] {
  switch (node.type) {
    case 'JSXExpressionContainer':
      return literalsIn(node.expression);
    case 'ConditionalExpression':
      return [...literalsIn(node.consequent), ...literalsIn(node.alternate)];
    case 'LogicalExpression':
      return [...literalsIn(node.left), ...literalsIn(node.right)];
    case 'Literal':
    case 'TemplateLiteral':
      return [node];
    default:
      return [];
  }
}

/** This file reads the name of the payer's time zone and writes no text. */
const ASKS_FOR_THE_ZONE = isIn([
  'web/src/portal/processors/device-info.ts',
  'web/src/shared/lib/time-zones.ts',
]);

export const FORMATS: Rule = {
  name: 'amounts and dates in the web app are written by contract/src/format.ts',
  instead: 'use formatMoney, formatDate and their neighbors, or add what is missing there',
  check: perCodeFile(
    (file) => {
      const found: Find[] = [];
      visit(file, {
        MemberExpression: ({ object, property, computed, start }) => {
          const isIntl = object.type === 'Identifier' && object.name === 'Intl';
          const name = !computed && property.type === 'Identifier' ? property.name : '';
          if (isIntl || /^toLocale(Date|Time)?String$/.test(name)) {
            found.push({ line: lineAt(file, start), found: isIntl ? `Intl.${name}` : name });
          }
        },
      });
      return found;
    },
    (file) => !file.path.startsWith('web/src/') || isTest(file) || ASKS_FOR_THE_ZONE(file),
  ),
  breaks: [
    {
      'web/src/shared/ui/text/money.tsx': `const text = new Intl.NumberFormat('en-US').format(12);`,
    },
    { 'web/src/shared/ui/text/money.tsx': 'const text = date.toLocaleDateString();' },
  ],
  keeps: [
    { 'web/src/shared/ui/text/money.tsx': 'const text = formatMoney(amount);' },
    { 'contract/src/format.ts': `const dollars = new Intl.NumberFormat('en-US');` },
    {
      'web/src/portal/processors/device-info.ts':
        'Intl.DateTimeFormat().resolvedOptions().timeZone;',
    },
  ],
};

const HEADLESS = /(?:describe\(|summary: |description: )['"`](?:What|Of|How|By|To) [^'"`]*/g;

export const API_DESCRIPTIONS: Rule = {
  name: 'descriptions of the API name the thing: no What, Of, How, By or To at the beginning',
  instead: "begin with a noun: 'Amount refunded, in cents.', 'Subject of the email.'",
  check: perCodeFile(
    (file) =>
      [...file.text.matchAll(HEADLESS)].map(({ 0: found, index }) => ({
        line: lineAt(file, index),
        found,
      })),
    (file) => !file.path.startsWith('contract/src/') || isTest(file),
  ),
  breaks: [
    { 'contract/src/payments/refunds.ts': `z.string().describe('What went back.')` },
    { 'contract/src/requests/routes.ts': `const row = { summary: 'Of the mail' };` },
  ],
  keeps: [{ 'contract/src/payments/refunds.ts': `z.string().describe('Amount refunded.')` }],
};
