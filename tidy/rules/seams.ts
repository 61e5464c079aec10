// Side effects happen only in named modules: environment, clock, randomness, network, and the conversion of cents.
// Tests replace these modules.
import type { ESTree } from 'rolldown/utils';
import { type Find, isIn, perCodeFile, type Rule } from '../rule.ts';
import { isTest, lineAt, type SourceFile, toImports, visit } from '../source-tree.ts';

const OUTSIDE = isIn(['scripts/', 'tidy/', 'e2e/', 'bench/', 'sandbox/public/']);

export const ENVIRONMENT: Rule = {
  name: 'process.env is read in config files only',
  instead:
    'add the variable to server/src/kernel/config.ts or sandbox/src/config.ts and take it as an argument',
  check: perCodeFile(
    (file) => memberUses(file, ['process.env']),
    (file) =>
      /(^|\/)(\w+\.)?config\.ts$/.test(file.path) ||
      isIn(['scripts/', 'e2e/', 'bench/', 'server/test/'])(file),
  ),
  breaks: [
    { 'server/src/app.ts': `const port = process.env['PORT'];` },
    { 'server/src/app.ts': `const { PORT } = globalThis.process.env;` },
  ],
  keeps: [
    { 'server/src/kernel/config.ts': `const port = process.env['PORT'];` },
    { 'web/vite.config.ts': `const port = process.env['PORT'];` },
    { 'scripts/start.mjs': `const port = process.env.PORT;` },
  ],
};

export const CLOCK: Rule = {
  name: 'time is read in clock.ts only',
  instead: 'take a Clock as an argument, so that tests can control time',
  check: perCodeFile(
    (file) => [
      ...memberUses(file, ['Date.now', 'performance.now', 'process.hrtime']),
      ...emptyDates(file),
    ],
    (file) => file.path.endsWith('/clock.ts') || isTest(file) || OUTSIDE(file),
  ),
  breaks: [
    { 'server/src/app.ts': 'const now = Date.now();' },
    { 'server/src/app.ts': 'const now = new Date();' },
    { 'server/src/app.ts': 'const clock = { now: Date.now };' },
    { 'web/src/app/app.tsx': 'const begin = performance.now();' },
  ],
  keeps: [
    { 'server/src/kernel/clock.ts': 'export const now = () => Date.now();' },
    { 'web/src/shared/lib/clock.ts': 'export const now = () => new Date();' },
    { 'contract/src/dates.ts': `const day = new Date('2026-01-31');` },
    { 'server/src/app.test.ts': 'const now = Date.now();' },
  ],
};

export const RANDOMNESS: Rule = {
  name: 'Math.random is used nowhere',
  instead: 'use node:crypto or crypto.randomUUID for identity, and a seeded generator in tests',
  check: perCodeFile((file) => memberUses(file, ['Math.random'])),
  breaks: [
    { 'web/src/app/app.tsx': 'const id = Math.random();' },
    { 'server/src/app.test.ts': 'const id = Math.random();' },
  ],
  keeps: [{ 'server/src/app.ts': `const half = Math.round(1.5); // not Math.random` }],
};

const WAITING = ['setTimeout', 'setInterval', 'setImmediate'];
const WAITING_MODULES = ['node:timers', 'node:timers/promises'];
const NETWORK_MODULES = ['undici', 'node:https'];
const WAITING_SEAMS = isIn([
  'server/src/kernel/clock.ts',
  // Real-time limits for a child process, which a test's clock must not move.
  'server/src/platform/process/run-in-child.ts',
  'server/src/app/child-main.ts',
  'dev/src/postgres/wait.ts',
  'client/src/wait.ts',
]);
const NETWORK_SEAMS = isIn([
  'server/src/companies/logos/fetch-picture.ts',
  'server/src/platform/outbound/',
  'web/src/shared/api/',
  'client/src/send.ts',
  // These files represent third-party browsers and programs.
  'dev/src/try-it/',
  'web/playground/',
  'dev/src/playground/sandbox-control.ts',
  'dev/src/playground/stories/web.ts',
]);

export const WAITING_AND_NETWORK: Rule = {
  name: 'waiting and fetching happen in named seams',
  instead:
    'wait with server/src/kernel/clock.ts; call a processor through server/src/platform/outbound/http-client.ts and our own ' +
    'server through web/src/shared/api',
  check: perCodeFile(
    (file) => [
      ...(mayWait(file) ? [] : [...calls(file, WAITING), ...importsFrom(file, WAITING_MODULES)]),
      ...(NETWORK_SEAMS(file)
        ? []
        : [...calls(file, ['fetch']), ...importsFrom(file, NETWORK_MODULES)]),
    ],
    // The sandbox represents a third party and does not share conventions with the product.
    (file) => isTest(file) || OUTSIDE(file) || file.path.startsWith('sandbox/'),
  ),
  breaks: [
    { 'server/src/payments/charge/charge.ts': 'setTimeout(() => retry(), 1000);' },
    {
      'server/src/payments/charge/charge.ts': `import { setTimeout } from 'node:timers/promises';`,
    },
    { 'server/src/payments/charge/charge.ts': `import { request } from 'undici';` },
    { 'server/src/payments/charge/charge.ts': `await fetch('http://localhost');` },
    { 'domain/src/checkout/fees.ts': 'setInterval(() => undefined, 5);' },
    { 'web/src/portal/store/request.ts': `await globalThis.fetch('/api');` },
  ],
  keeps: [
    { 'server/src/kernel/clock.ts': 'setTimeout(done, 5);' },
    {
      'server/src/platform/outbound/http-client.ts': `import { request } from 'undici'; await fetch('x');`,
    },
    { 'web/src/shared/hooks/use-timeout.ts': 'setTimeout(done, 5);' },
    { 'web/src/shared/api/client.ts': `await fetch('/api');` },
    { 'server/src/payments/charge/charge.ts': `await processor.fetch(order);` },
  ],
};

function mayWait(file: SourceFile): boolean {
  return file.path.startsWith('web/') || WAITING_SEAMS(file);
}

export const CENTS: Rule = {
  name: 'cents become dollars in one place: no / 100, * 100, parseFloat or toFixed elsewhere',
  instead: 'use contract/src/money.ts to read amounts and contract/src/format.ts to show them',
  check: perCodeFile(
    (file) => [...hundreds(file), ...calls(file, ['parseFloat']), ...floatMethods(file)],
    (file) =>
      isIn(['contract/src/money.ts', 'contract/src/format.ts'])(file) ||
      /^server\/src\/processors\/[^/]+\//.test(file.path) ||
      isTest(file) ||
      OUTSIDE(file),
  ),
  breaks: [
    { 'domain/src/checkout/fees.ts': 'export const fee = (amount) => (amount * 3) / 100;' },
    { 'domain/src/checkout/fees.ts': 'export const cents = 100 * dollars;' },
    { 'domain/src/checkout/fees.ts': 'amount *= 100;' },
    { 'web/src/shared/ui/text/money.tsx': 'const text = amount.toFixed(2);' },
    { 'web/src/shared/ui/text/money.tsx': `const amount = Number.parseFloat('1.15');` },
    { 'web/src/shared/ui/text/money.tsx': `const amount = parseFloat('1.15');` },
  ],
  keeps: [
    { 'contract/src/money.ts': 'export const cents = dollars * 100;' },
    { 'server/src/processors/payengine/to-payengine.ts': 'const dollars = cents / 100;' },
    { 'domain/src/checkout/fees.ts': 'export const seconds = ms / 1000; const limit = 100;' },
  ],
};

function memberUses(file: SourceFile, names: string[]): Find[] {
  const found: Find[] = [];
  visit(file, {
    MemberExpression: (member) => {
      const name = dotted(member)?.replace(/^(globalThis|window|self)\./, '');
      if (name !== undefined && names.includes(name)) {
        found.push({ line: lineAt(file, member.start), found: name });
      }
    },
  });
  return found;
}

function calls(file: SourceFile, names: string[]): Find[] {
  const found: Find[] = [];
  visit(file, {
    CallExpression: ({ callee, start }) => {
      const name = dotted(callee)?.replace(/^(globalThis|window|self)\./, '');
      if (name !== undefined && names.includes(name)) {
        found.push({ line: lineAt(file, start), found: `${name}()` });
      }
    },
  });
  return found;
}

function importsFrom(file: SourceFile, modules: string[]): Find[] {
  return toImports(file)
    .filter(({ specifier }) => modules.includes(specifier))
    .map(({ specifier, line }) => ({ line, found: `imports ${specifier}` }));
}

function emptyDates(file: SourceFile): Find[] {
  const found: Find[] = [];
  visit(file, {
    NewExpression: ({ callee, arguments: args, start }) => {
      if (dotted(callee) === 'Date' && args.length === 0) {
        found.push({ line: lineAt(file, start), found: 'new Date()' });
      }
    },
  });
  return found;
}

function hundreds(file: SourceFile): Find[] {
  const found: Find[] = [];
  const note = (operator: string, start: number) =>
    found.push({ line: lineAt(file, start), found: `${operator} 100` });
  visit(file, {
    BinaryExpression: ({ operator, left, right, start }) => {
      const isDivided = operator === '/' && isHundred(right);
      const isMultiplied = operator === '*' && (isHundred(left) || isHundred(right));
      if (isDivided || isMultiplied) note(operator, start);
    },
    AssignmentExpression: ({ operator, right, start }) => {
      if ((operator === '/=' || operator === '*=') && isHundred(right)) note(operator, start);
    },
  });
  return found;
}

function floatMethods(file: SourceFile): Find[] {
  const found: Find[] = [];
  visit(file, {
    MemberExpression: ({ computed, property, start }) => {
      if (computed || property.type !== 'Identifier') return;
      if (property.name === 'toFixed' || property.name === 'parseFloat') {
        found.push({ line: lineAt(file, start), found: property.name });
      }
    },
  });
  return found;
}

function isHundred(node: ESTree.Node): boolean {
  return node.type === 'Literal' && 'value' in node && Number(node.value) === 100;
}

function dotted(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const object = dotted(node.object);
  const property = dotted(node.property);
  return object === undefined || property === undefined ? undefined : `${object}.${property}`;
}

export const ONE_WRITER: Rule = {
  name: 'only payments/settlement writes postings',
  instead: 'report the outcome to settle(), which books it',
  check: perCodeFile(
    (file) => calls(file, ['appendPostings']),
    (file) => isTest(file) || isIn(['server/src/payments/settlement/', 'server/src/ledger/'])(file),
  ),
  breaks: [{ 'server/src/payments/refunds/order-refund.ts': 'appendPostings(tx, rows);' }],
  keeps: [
    { 'server/src/payments/settlement/settle.ts': 'appendPostings(tx, rows);' },
    { 'server/src/payments/refunds/order-refund.ts': 'await listPostings(tx, attempt);' },
  ],
};
