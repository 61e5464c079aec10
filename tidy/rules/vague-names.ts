// Names that do not describe their content, and comments that are not sentences. Biome checks case and length.
import { perCodeFile, type Rule } from '../rule.ts';
import { type SourceFile, toComments, toLines } from '../source-tree.ts';

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

const OF_FUNCTION =
  /^\s*(?:export )?(?:async )?(?:function|const) (\w+[a-z]Of)\b(?=[<(]| = (?:async )?\()/;
/** Words that end in Of in plain English or in the language itself. */
const OF_WORDS = ['oneOf', 'anyOf', 'allOf', 'typeOf', 'indexOf', 'threeDSOf'];

export const OF_NAMES: Rule = {
  name: 'functions are not named …Of',
  instead: 'say what the function does: toInvoice, parseKey, findOwner, computeTotal',
  check: perCodeFile((file) =>
    toLines(file).flatMap((text, index) => {
      const name = OF_FUNCTION.exec(text)?.[1];
      return name && !OF_WORDS.includes(name) ? [{ line: index + 1, found: name }] : [];
    }),
  ),
  breaks: [
    { 'domain/src/fees.ts': 'export function feeOf(amount: Cents): Cents {' },
    { 'web/src/format.ts': 'const nameOf = (row: Row) => row.name;' },
  ],
  keeps: [
    { 'domain/src/fees.ts': 'export function computeFee(amount: Cents): Cents {' },
    { 'domain/src/fees.ts': 'const dayOfMonth = 3;' },
  ],
};

/** "Of 100 days, three are read" is a sentence. */
const HEADLESS = /^(?:[*/\s]*)(?:Of (?!\d|every |the two |the dead )|What |Whoever )/;

export const HEADLESS_COMMENTS: Rule = {
  name: 'comments do not begin with Of, What or Whoever',
  instead: 'write a sentence, or a noun phrase that names the thing',
  check: perCodeFile((file) =>
    toComments(file)
      .filter(({ text }) => HEADLESS.test(text))
      .map(({ text, line }) => ({ line, found: text.trim().slice(0, 60) })),
  ),
  breaks: [
    { 'domain/src/fees.ts': '/** Of the payer. */\nconst fee = 1;' },
    { 'domain/src/fees.ts': '// What a link opens.\nconst target = 1;' },
  ],
  keeps: [
    { 'domain/src/fees.ts': '/** Fee of the payer. */\nconst fee = 1;' },
    { 'domain/src/fees.ts': '// Of 100 days, three are read.\nconst days = 3;' },
  ],
};
