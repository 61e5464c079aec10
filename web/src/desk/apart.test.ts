import { describe, expect, it } from 'vitest';
import { readSource } from '../../test/read-source.ts';

const PAYERS = ['portal-main.tsx', 'public-main.tsx'];
const OF_THE_CONSOLE = /^@tanstack\//;
/** Modules with field lists and provider schemas. Payers must not load them. */
const FIELD_LISTS = /^@quittance\/contract\/.*(fields|provider-schemas)$/;

function toImports(path: string): string[] {
  const found = readSource(path).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, specifier]) => specifier ?? '');
}

function reachedFrom(entries: readonly string[]): string[] {
  const seen = new Set(entries);
  for (const path of seen) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const specifier of toImports(path)) {
      const isOurs = specifier.startsWith('.');
      seen.add(isOurs ? new URL(specifier, `file:///${path}`).pathname.slice(1) : specifier);
    }
  }
  return [...seen];
}

describe('The staff console and the pages of payers (R78)', () => {
  it('payer pages load no console module, no console package and no field lists', () => {
    const reached = reachedFrom(PAYERS);
    expect(reached.length).toBeGreaterThan(200);
    expect(reached.filter((path) => path.startsWith('desk/'))).toEqual([]);
    expect(reached.filter((path) => OF_THE_CONSOLE.test(path))).toEqual([]);
    expect(reached.filter((path) => FIELD_LISTS.test(path))).toEqual([]);
  });

  it('the console and the payer pages are built separately, each with its own chunk of shared modules', () => {
    const inputs = readSource('../vite.config.ts').match(/\w+\.html/g);
    expect(inputs).toEqual(['index.html', 'portal.html']);
    expect(readSource('../desk.html')).toContain('/src/desk-main.tsx');
  });
});
