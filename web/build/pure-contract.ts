// Lets the bundler drop the schemas that no page uses.

import type { Plugin, Rolldown } from 'vite';

/**
 * Schemas are created by calls, which a bundler keeps because they may have side effects. The contract's schemas
 * have none. Marked as pure, unused schemas are dropped, and zod with them.
 */
export function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts$/ },
      handler(code) {
        const { body } = this.parse(code, { lang: 'ts' });
        return { code: body.toReversed().reduce(markPure, code), map: null };
      },
    },
  };
}

/** A schema, or an object of fields that several schemas share. */
const MADE_BY_CALLS: ReadonlySet<string> = new Set(['CallExpression', 'ObjectExpression']);

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** Called from the last statement to the first, so that earlier positions stay valid. */
function markPure(code: string, statement: Statement): string {
  const declaration =
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return code;
  return declaration.declarations.reduceRight((text, { init }) => {
    let made = init;
    while (made?.type === 'TSSatisfiesExpression' || made?.type === 'TSAsExpression')
      made = made.expression;
    if (init === null || !MADE_BY_CALLS.has(made?.type ?? '')) return text;
    const call = text.slice(init.start, init.end);
    return `${text.slice(0, init.start)}/* @__PURE__ */ (() => (${call}))()${text.slice(init.end)}`;
  }, code);
}
