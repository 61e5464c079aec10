// Content rules: type assertions need a reason, no leftover notes, no paths of one machine, colors only in
// the theme.
import type { ESTree } from 'rolldown/utils';
import { type Find, perCodeFile, type Rule } from '../rule.ts';
import {
  isCode,
  lineAt,
  type SourceFile,
  type SourceTree,
  toComments,
  toLines,
  visit,
} from '../source-tree.ts';

export const REASONS: Rule = {
  name: '`any` and `as` come with a reason',
  instead:
    'parse or narrow the value, use satisfies, or write `// because …` on the line or above it',
  check: perCodeFile((file) => {
    const found: Find[] = [];
    const judge = (node: ESTree.Node, word: string) => {
      const line = lineAt(file, node.start);
      if (!hasReason(file, line)) found.push({ line, found: word });
    };
    visit(file, {
      TSAnyKeyword: (node) => judge(node, 'any'),
      TSTypeAssertion: (node) => judge(node, 'a type assertion'),
      TSAsExpression: ({ typeAnnotation }) => {
        if (!isConst(typeAnnotation)) judge(typeAnnotation, 'as');
      },
    });
    return found;
  }),
  breaks: [
    { 'server/src/app.ts': 'const a = b as Invoice;' },
    { 'server/src/app.ts': 'const a: any = b;' },
    { 'server/src/app.ts': 'const a = b as unknown as Invoice; // it works' },
    { 'server/src/app.ts': '// because of rain\n\nconst a = b as Invoice;' },
  ],
  keeps: [
    { 'server/src/app.ts': 'const a = b as Invoice; // because the driver says so' },
    { 'server/src/app.ts': '// because the driver\n// says so\nconst a = b as Invoice;' },
    { 'server/src/app.ts': `const a = ['x'] as const; export { a as b };` },
    { 'server/src/app.ts': 'const a = b satisfies Invoice;' },
  ],
};

/** Returns true if this line, or the comment directly above it, contains the word "because". */
function hasReason(file: SourceFile, line: number): boolean {
  const comments = toComments(file);
  const onLine = (wanted: number) =>
    comments.find((comment) => comment.line <= wanted && wanted <= comment.lastLine);
  let at = line;
  let comment = onLine(at) ?? onLine(at - 1);
  while (comment !== undefined) {
    if (/\bbecause\b/i.test(comment.text)) return true;
    at = comment.line;
    comment = onLine(at - 1);
  }
  return false;
}

function isConst(type: ESTree.TSType): boolean {
  if (type.type !== 'TSTypeReference') return false;
  return type.typeName.type === 'Identifier' && type.typeName.name === 'const';
}

export const LITERAL_SPREADS: Rule = {
  name: 'a literal is not spread into a literal',
  instead: 'write its elements or fields where they belong; the formatter decides on the lines',
  check: perCodeFile((file) => {
    const found: Find[] = [];
    visit(file, {
      SpreadElement: ({ argument, start }) => {
        if (argument.type === 'ArrayExpression' || argument.type === 'ObjectExpression') {
          found.push({ line: lineAt(file, start), found: 'a spread literal' });
        }
      },
    });
    return found;
  }),
  breaks: [
    { 'server/src/app.ts': `const names = [...['a', 'b'], 'c'];` },
    { 'server/src/app.ts': 'const row = { ...{ id, at }, name };' },
    { 'server/src/app.ts': `start(...['a', 'b']);` },
  ],
  keeps: [
    { 'server/src/app.ts': 'const names = [...others, ...(isOn ? [one] : [])];' },
    { 'server/src/app.ts': 'const row = { ...base, ...(name ? { name } : {}) };' },
    { 'server/src/app.ts': 'const all = [...[a, b].map(toName)];' },
  ],
};

export const LEFTOVER_NOTES: Rule = {
  name: 'no TODO, FIXME, XXX or HACK comments',
  instead: 'do it now, or open an issue',
  check: (tree) =>
    tree.flatMap((file) =>
      prose(file)
        .filter(({ text }) => /\b(TODO|FIXME|XXX|HACK)\b/.test(text))
        .map(({ text, line }) => ({ path: file.path, line, found: text.trim() })),
    ),
  breaks: [
    { 'server/src/app.ts': 'const a = 1; // TODO: two' },
    { 'server/src/app.ts': '/* FIXME */' },
    { 'docs/product.md': 'All of it. TODO' },
    { 'web/src/ui/button.css': '/* HACK */' },
  ],
  keeps: [{ 'server/src/app.ts': `const status = 'TODO'; // what is left to do` }],
};

const MACHINE_PATH = [/(^|[\s"'`(=:])\/(home|Users|root|tmp)\/[\w.-]+/, /[A-Z]:\\Users\\/];

export const MACHINE_PATHS: Rule = {
  name: 'no path exists on one machine only',
  instead: 'use a path inside the project or os.tmpdir()',
  check: (tree) =>
    tree
      .filter(({ path }) => !path.startsWith('tidy/'))
      .flatMap((file) =>
        toLines(file).flatMap((text, index) =>
          MACHINE_PATH.some((pattern) => pattern.test(text))
            ? [{ path: file.path, line: index + 1, found: text.trim() }]
            : [],
        ),
      ),
  breaks: [
    { 'server/src/app.ts': `const folder = '/home/anna/data';` },
    { 'docs/operations.md': 'See /home/anna/portal for it.' },
  ],
  keeps: [
    { 'server/src/http/static.ts': `const home = '/home'; const tmp = join(tmpdir(), 'x');` },
    { 'web/src/app/paths.ts': `import { Home } from '../pages/home/home.tsx';` },
  ],
};

const COLOR_NAMES = 'white|black|red|green|blue|gray|grey|orange|yellow|purple|navy|teal|silver';
const COLOR = new RegExp(
  `#[0-9a-f]{3,8}\\b|\\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\(|(?<![\\w-])(${COLOR_NAMES})(?![\\w-])`,
  'i',
);

export const COLORS: Rule = {
  name: 'colors are written in web/src/shared/theme/tokens.css only',
  instead: 'give the color a token there, with its dark value, and use var(--token)',
  check: (tree) => styleSheets(tree).flatMap(colorsIn),
  breaks: [
    { 'web/src/shared/ui/actions/button.module.css': '.a { color: #fff; }' },
    { 'web/src/shared/ui/actions/button.module.css': '.a {\n  background: rgb(0 0 0 / 50%);\n}' },
    { 'web/src/shared/ui/actions/button.module.css': '.a { border: 1px solid white; }' },
  ],
  keeps: [
    { 'web/src/shared/theme/tokens.css': ':root { --ink: #111; }' },
    { 'web/src/shared/ui/actions/button.module.css': '/* #fff */ .white { color: var(--white); }' },
    { 'web/src/ui/a.module.css': '.a { color: color-mix(in srgb, var(--ink), transparent); }' },
    { 'web/src/ui/a.module.css': '.a { fill: url(#clip); white-space: nowrap; }' },
  ],
};

function styleSheets(tree: SourceTree): SourceFile[] {
  return tree.filter(
    ({ path }) =>
      path.startsWith('web/') &&
      path.endsWith('.css') &&
      path !== 'web/src/shared/theme/tokens.css',
  );
}

/** Checks the values of declarations, not selectors or property names. */
function colorsIn(file: SourceFile) {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const bare = file.text
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(var|url)\([^()]*\)/g, blank)
    .replace(/[^;{}]*\{/g, blank);
  return bare.split('\n').flatMap((text, index) => {
    const values = text.split(';').map((declaration) => declaration.replace(/^[^:]*:/, ''));
    const color = values.map((value) => COLOR.exec(value)?.[0]).find(Boolean);
    return color === undefined ? [] : [{ path: file.path, line: index + 1, found: color }];
  });
}

function prose(file: SourceFile): { text: string; line: number }[] {
  if (isCode(file)) return toComments(file);
  if (/\.(json|svg)$/.test(file.path)) return [];
  return toLines(file).map((text, index) => ({ text, line: index + 1 }));
}
