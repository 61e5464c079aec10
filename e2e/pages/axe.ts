/** Runs axe on a page, excluding the processors' frames. */
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { isInTurn } from '../scope.ts';

const requireFromAxe = createRequire(import.meta.resolve('@axe-core/playwright'));
// The cast is safe because the package exports its source under this name.
const { source: AXE_SOURCE } = requireFromAxe('axe-core') as { source: string };

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] };
type Axe = { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };

async function violations(page: Page, runOnly: object, within: Within = []): Promise<object[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  const found = await page.evaluate(
    async ({ only, include }) => {
      const axe = Reflect.get(window, 'axe') as Axe; // because the statement above put it there
      const result = await axe.run(include.length > 0 ? { include } : document, {
        runOnly: only,
        iframes: false,
        resultTypes: ['violations'],
        preload: false,
      });
      return result.violations;
    },
    { only: runOnly, include: within },
  );
  return found.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => `${JSON.stringify(target)} ${failureSummary}`),
  }));
}

type Within = readonly string[];

/** An ordinary run of all tests scans a third of the places, because a scan takes a second. */
const TURNS = 3;

export async function expectNoViolations(
  page: Page,
  where: string,
  within?: Within,
): Promise<void> {
  if (!isInTurn(where, TURNS)) return;
  expect(await violations(page, { type: 'tag', values: WCAG }, within), where).toEqual([]);
}

export async function expectReadableColors(page: Page, where: string): Promise<void> {
  expect(await violations(page, { type: 'rule', values: COLOR_RULES }), where).toEqual([]);
}
