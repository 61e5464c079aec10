// Loads our modules with the mutations of a seeded bug. `import('./work.ts?bug=no-cap')` loads that module and all
// of our modules it imports a second time, with the mutated lines. The modules of other bugs stay separate.
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'rolldown/utils';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let mutations = {};
const plain = new Map();

export function initialize(data) {
  mutations = data;
}

function toBug(url) {
  return url ? new URL(url).searchParams.get('bug') : null;
}

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const bug = toBug(context.parentURL);
  const isOurs = found.url.startsWith('file:') && !found.url.includes('/node_modules/');
  if (!bug || !isOurs || toBug(found.url)) return found;
  return { ...found, url: `${found.url}?bug=${bug}` };
}

/** A mutation that no longer matches its file is an error, so that every named bug is really seeded. */
function mutated(source, file, bug) {
  const changes = (mutations[bug] ?? []).filter((each) => each.file === file);
  return changes.reduce((text, { from, to }) => {
    if (text.split(from).length !== 2) throw new Error(`${bug} does not fit ${file}: ${from}`);
    return text.replace(from, () => to);
  }, source);
}

async function toCode(path, bug) {
  const file = relative(ROOT, path);
  const isPlain = !(mutations[bug] ?? []).some((each) => each.file === file);
  const known = isPlain ? plain.get(path) : undefined;
  if (known) return known;
  const source = mutated(await readFile(path, 'utf8'), file, bug);
  const { code, errors } = await transform(path, source, { sourcemap: false });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  if (isPlain) plain.set(path, code);
  return code;
}

export async function load(url, context, next) {
  const bug = toBug(url);
  const path = bug && fileURLToPath(url);
  if (!path?.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await toCode(path, bug), shortCircuit: true };
}
