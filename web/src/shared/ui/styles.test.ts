import { describe, expect, it } from 'vitest';
import { listSource, readSource } from '../../../test/read-source.ts';
import { PHONE_WIDTH_MAX_PX } from '../lib/breakpoints.ts';

const FOLDERS = ['shared/ui', 'shared/theme', '../gallery', '../playground'];
const files = FOLDERS.flatMap(listSource);
const stylesheets = files.filter((path) => path.endsWith('.module.css'));
const components = files.filter((path) => /(?<!\.test)\.tsx?$/.test(path));

function toUsers(stylesheet: string): string[] {
  const name = stylesheet.split('/').at(-1) ?? '';
  return components.map(readSource).filter((text) => text.includes(`/${name}'`));
}

function classesIn(stylesheet: string): string[] {
  const rules = readSource(stylesheet).replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const selectors = rules.replaceAll(/\{[^{}]*;/g, '{').replaceAll(/:[^;{}]*;/g, ';');
  const names = [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name ?? '');
  return [...new Set(names)];
}

/** Returns the names written literally in `css('…', isOpen && '…')` calls. Computed names are not detected. */
function namesUsed(text: string): string[] {
  return [...text.matchAll(/\bcss\(([^()]*)\)/g)].flatMap(([, call]) =>
    [...(call ?? '').matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? ''),
  );
}

describe('Stylesheets', () => {
  it.each(stylesheets)(
    'the stylesheet %s defines every class that its components use',
    (stylesheet) => {
      const defined = classesIn(stylesheet);
      const missing = toUsers(stylesheet)
        .filter((text) => text.match(/module\.css'/g)?.length === 1)
        .flatMap(namesUsed)
        .filter((name) => !defined.includes(name));
      expect(missing).toEqual([]);
    },
  );

  it.each(stylesheets)('the stylesheet %s defines no unused class', (stylesheet) => {
    const text = toUsers(stylesheet).join('\n');
    const unused = classesIn(stylesheet).filter(
      (name) => !text.includes(name) && !/^gap-/.test(name),
    );
    expect(unused).toEqual([]);
  });

  it('stylesheets use the breakpoint of product §9 and no similar breakpoint', () => {
    const allowed = [
      `max-width: ${PHONE_WIDTH_MAX_PX}px`,
      `min-width: ${PHONE_WIDTH_MAX_PX + 1}px`,
    ];
    const queries = files
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) => [...readSource(path).matchAll(/@media \(((?:max|min)-width: 7\d\dpx)\)/g)])
      .map(([, query]) => query);
    expect(queries.length).toBeGreaterThan(0);
    expect(queries.filter((query) => !allowed.includes(query ?? ''))).toEqual([]);
  });

  it('stylesheets contain no colors outside the tokens and the card marks', () => {
    const colored = files
      .filter((path) => path.endsWith('.css') && !/tokens|card-brand-mark/.test(path))
      .filter((path) => /#[0-9a-f]{3,8}\b|rgb\(/i.test(readSource(path)));
    expect(colored).toEqual([]);
  });
});
