// Lets the bundler leave out the schemas that no page uses.

import type { Plugin, Rolldown } from 'vite';

/**
 * Schemas are made by calls, and a bundler keeps a call it knows nothing about. The contract's make
 * values and do nothing else, so those that no page uses may go, and most of zod with them.
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

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** From the last statement to the first, so that earlier positions stay true. */
function markPure(code: string, statement: Statement): string {
  const declaration =
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return code;
  return declaration.declarations.reduceRight((text, { init }) => {
    const made = init?.type === 'TSSatisfiesExpression' ? init.expression : init;
    if (init === null || made?.type !== 'CallExpression') return text;
    const call = text.slice(init.start, init.end);
    return `${text.slice(0, init.start)}/* @__PURE__ */ (() => ${call})()${text.slice(init.end)}`;
  }, code);
}
