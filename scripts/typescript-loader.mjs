// Lets Node run the project's TypeScript: types are stripped on load, and the project's packages resolve to their
// sources. Used by programs outside the build, such as the simulation.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'rolldown/utils';

export const LOADER = import.meta.url;

export function resolve(specifier, context, next) {
  return next(specifier, { ...context, conditions: ['source', ...context.conditions] });
}

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = await transform(path, await readFile(path, 'utf8'), {
    sourcemap: false,
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return { format: 'module', source: code, shortCircuit: true };
}
