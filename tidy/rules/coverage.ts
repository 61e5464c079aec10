// Keeps docs/coverage.md true: no point or later rule of the product without a row, no row without a test that is
// there. Whether a test shows what its row says is for the reader; nothing is run here.
import type { Rule, Violation } from '../rule.ts';
import { linesOf, type SourceFile, type SourceTree } from '../source-tree.ts';

const PRODUCT = 'docs/product.md';
const COVERAGE_TABLE = 'docs/coverage.md';
const POINT = /^\*\*(§(?:2|3|4|5|8|9)\.\d+|R3[5-9]|R[4-9]\d)\b/;
const ROW = /^\| (§\d+\.\d+|R\d+) \| .+ \| (.+) \|$/;
const TEST = /^`([^`]+)` › (.+)$/;

type Named = { line: number; path: string; title: string };
type Row = { line: number; point: string; tests: string[] };

export const COVERAGE: Rule = {
  name: 'every point of product §2 to §5, §8 and §9, and every rule from R35 on, has a test in docs/coverage.md',
  instead:
    'add the row, write the test, or copy its title from the file (… stands for what varies)',
  check: (tree) => {
    const product = fileAt(tree, PRODUCT);
    const table = fileAt(tree, COVERAGE_TABLE);
    if (!product || !table) return product ? [{ path: PRODUCT, line: 1, found: 'no table' }] : [];
    const rows = rowsOf(table);
    const points = pointsOf(product);
    return [
      ...points
        .filter(({ point }) => !rows.some((row) => row.point === point))
        .map(({ point, line }) => ({ path: PRODUCT, line, found: `${point} has no row` })),
      ...rows
        .filter((row) => !points.some(({ point }) => point === row.point))
        .map((row) => inTable(row.line, `${row.point} is no point of the product`)),
      ...rows.flatMap((row) => wrongTestsOf(tree, row)),
    ];
  },
  breaks: [
    { 'docs/product.md': '**§2.1** Titles.' },
    { 'docs/product.md': '**§2.1** Titles.', 'docs/coverage.md': '' },
    { 'docs/product.md': '**R36** Fees.', 'docs/coverage.md': '' },
    example("'has a title'", '| §2.2 | Titles | `a.test.ts` › has a title |'),
    example("'has a title'", '| §2.1 | Titles | `b.test.ts` › has a title |'),
    example("'has a title'", '| §2.1 | Titles | `a.test.ts` › has a name |'),
    example("'has a title of its own'", '| §2.1 | Titles | `a.test.ts` › has a title |'),
    example("'has a title'", '| §2.1 | Titles | has a title |'),
    example("'a %s title'", '| §2.1 | Titles | `a.test.ts` › a … name |'),
  ],
  keeps: [
    example("'has a title'", '| §2.1 | Titles | `a.test.ts` › has a title |'),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a test
    example('`has ${count} titles`', '| §2.1 | Titles | `a.test.ts` › has … titles |'),
    example(
      "'has one', 'has two'",
      '| §2.1 | T | `a.test.ts` › has one<br>`a.test.ts` › has two |',
    ),
    { 'docs/product.md': '**§7.1** Calls.', 'docs/coverage.md': '' },
    { 'docs/product.md': '**R34** Test customers.', 'docs/coverage.md': '' },
  ],
};

/** A product of one point, a test with these titles, and a row about it. */
function example(titles: string, row: string) {
  const product = { 'docs/product.md': '**§2.1** Titles.' };
  return { ...product, 'a.test.ts': `it(${titles}, () => {});`, 'docs/coverage.md': row };
}

function fileAt(tree: SourceTree, path: string): SourceFile | undefined {
  return tree.find((file) => file.path === path);
}

const inTable = (line: number, found: string): Violation => ({ path: COVERAGE_TABLE, line, found });

function pointsOf(product: SourceFile): { point: string; line: number }[] {
  return linesOf(product).flatMap((text, index) => {
    const [, point] = POINT.exec(text) ?? [];
    return point === undefined ? [] : [{ point, line: index + 1 }];
  });
}

function rowsOf(table: SourceFile): Row[] {
  return linesOf(table).flatMap((text, index) => {
    const [, point, tests] = ROW.exec(text) ?? [];
    if (point === undefined || tests === undefined) return [];
    return [{ line: index + 1, point, tests: tests.split('<br>') }];
  });
}

function wrongTestsOf(tree: SourceTree, { line, tests }: Row): Violation[] {
  return tests.flatMap((test) => {
    const [, path, title] = TEST.exec(test) ?? [];
    if (path === undefined || title === undefined) return [inTable(line, `${test} names no test`)];
    const found = problemOf(tree, { line, path, title });
    return found === null ? [] : [inTable(line, found)];
  });
}

function problemOf(tree: SourceTree, { path, title }: Named): string | null {
  const file = fileAt(tree, path);
  if (!file) return `${path} is not there`;
  return titlePattern(title).test(file.text) ? null : `${path} has no test '${title}'`;
}

/** The whole title between quotes of any kind; what varies from case to case may be anything. */
export function titlePattern(title: string): RegExp {
  const parts = title.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(['"\`])${parts.join('[^\'"`\\n]*')}\\1`);
}
