// How big things may get, and what they are called.
import type { ESTree } from 'rolldown/utils';
import { type Find, isIn, perCodeFile, type Rule } from '../rule.ts';
import { isTest, lineAt, linesOf, type SourceFile, visit } from '../source-tree.ts';

const FUNCTION_LINES_MAX = 70;
const FILE_LINES_MAX = 300;
const PARAMETERS_MAX = 3;

type Callable = ESTree.Function | ESTree.ArrowFunctionExpression;

export const FUNCTION_LENGTH: Rule = {
  name: `functions have at most ${FUNCTION_LINES_MAX} lines`,
  instead: 'give a part of it a name and make that a function of its own',
  check: perCodeFile((file) => {
    const stories = new Set<unknown>();
    const long: Find[] = [];
    const measure = (callable: Callable) => {
      const line = lineAt(file, callable.start);
      const length = lineAt(file, callable.end) - line + 1;
      if (length <= FUNCTION_LINES_MAX || stories.has(callable)) return;
      long.push({ line, found: `${length} lines` });
    };
    visit(file, {
      // The body of a describe() is a list of tests, not a function anybody reads as one.
      CallExpression: (call) => {
        if (isTest(file) && isDescribe(call.callee))
          for (const arg of call.arguments) stories.add(arg);
      },
      FunctionDeclaration: measure,
      FunctionExpression: measure,
      ArrowFunctionExpression: measure,
    });
    return long;
  }),
  breaks: [
    { 'domain/src/checkout/fees.ts': `export function fee() {${'\n'.repeat(70)}}` },
    {
      'web/src/ui/actions/button.tsx': `export const Button = () => {${'\n'.repeat(70)}return <i/>;}`,
    },
    { 'domain/src/checkout/fees.test.ts': `it('is long', () => {${'\n'.repeat(70)}});` },
  ],
  keeps: [
    { 'domain/src/checkout/fees.ts': `export function fee() {${'\n'.repeat(69)}}` },
    { 'domain/src/checkout/fees.test.ts': `describe('Fee', () => {${'\n'.repeat(90)}});` },
    {
      'domain/src/checkout/fees.test.ts': `describe.each([1])('Fee', () => {${'\n'.repeat(90)}});`,
    },
  ],
};

function isDescribe(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'describe';
  if (callee.type === 'CallExpression') return isDescribe(callee.callee);
  return callee.type === 'MemberExpression' && isDescribe(callee.object);
}

export const FILE_LENGTH: Rule = {
  name: `files have at most ${FILE_LINES_MAX} lines`,
  instead: 'split it by purpose; each part opens by saying what it is responsible for',
  check: (tree) =>
    tree
      .filter(({ path }) => /\.(ts|tsx|mjs|js|css)$/.test(path))
      .map((file) => ({ path: file.path, length: linesOf(file).length }))
      .filter(({ length }) => length > FILE_LINES_MAX)
      .map(({ path, length }) => ({ path, line: FILE_LINES_MAX + 1, found: `${length} lines` })),
  breaks: [
    { 'web/src/ui/button.css': '\n'.repeat(301) },
    { 'domain/src/checkout/fees.ts': '\n'.repeat(301) },
  ],
  keeps: [
    { 'domain/src/checkout/fees.ts': '\n'.repeat(300) },
    { 'server/src/storage/migrations/0001.sql': '\n'.repeat(900) },
  ],
};

export const PARAMETERS: Rule = {
  name: `functions take at most ${PARAMETERS_MAX} parameters`,
  instead: 'take one object, whose names the caller then has to write',
  check: perCodeFile((file) => {
    const many: Find[] = [];
    const count = ({ params, start }: Callable) => {
      if (params.length <= PARAMETERS_MAX) return;
      many.push({ line: lineAt(file, start), found: `${params.length} parameters` });
    };
    visit(file, {
      FunctionDeclaration: count,
      // Callbacks are not judged: how many arguments they get is decided by whoever calls them.
      VariableDeclarator: ({ init }) => {
        if (init?.type === 'ArrowFunctionExpression') count(init);
      },
    });
    return many;
  }),
  breaks: [
    { 'domain/src/checkout/fees.ts': 'export function fee(a, b, c, d) {}' },
    { 'domain/src/checkout/fees.ts': 'export const fee = (a, b, c, d) => a;' },
  ],
  keeps: [
    { 'domain/src/checkout/fees.ts': 'export function fee(a, b, { c, d, e }) {}' },
    { 'server/src/app.ts': `hook('onSend', (request, reply, payload, done) => done());` },
  ],
};

const VAGUE = ['utils', 'helpers', 'types', 'common', 'misc', 'index'];

export const NAMES: Rule = {
  name: 'files are named in kebab-case for what they hold',
  instead: 'name the file for its main export, in small letters joined by dashes; no barrels',
  check: perCodeFile(
    (file) => {
      const name = baseName(file);
      const isVague = VAGUE.includes(name);
      const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name);
      return isVague || !isKebab ? [{ line: 1, found: name }] : [];
    },
    isIn(['sandbox/public/']),
  ),
  breaks: [
    { 'domain/src/utils.ts': '' },
    { 'web/src/ui/index.ts': '' },
    { 'web/src/ui/PayButton.tsx': '' },
    { 'server/src/pay_in_full.ts': '' },
  ],
  keeps: [
    { 'server/src/payments/checkout/pay-in-full.ts': '' },
    { 'web/vite.config.ts': '' },
    { 'server/test/scenarios/plan.scenario.test.ts': '' },
  ],
};

function baseName({ path }: SourceFile): string {
  return path.replace(/^.*\//, '').replace(/(\.test)?\.\w+$/, '');
}
