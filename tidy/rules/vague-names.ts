// File names that do not describe their content. Biome checks case and length.
import { perCodeFile, type Rule } from '../rule.ts';
import type { SourceFile } from '../source-tree.ts';

const VAGUE = ['utils', 'helpers', 'types', 'common', 'misc', 'index'];

export const VAGUE_NAMES: Rule = {
  name: 'files are named for their content',
  instead: 'name the file for its main export; no barrels',
  check: perCodeFile((file) => {
    const name = baseName(file);
    return VAGUE.includes(name) ? [{ line: 1, found: name }] : [];
  }),
  breaks: [{ 'domain/src/utils.ts': '' }, { 'web/src/ui/index.ts': '' }],
  keeps: [
    { 'server/src/payments/checkout/pay-in-full.ts': '' },
    { 'server/test/scenarios/plan.scenario.test.ts': '' },
  ],
};

function baseName({ path }: SourceFile): string {
  return path.replace(/^.*\//, '').replace(/(\.test)?\.\w+$/, '');
}
