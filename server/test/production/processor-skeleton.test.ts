/**
 * Follows docs/processor-skeleton.md: writes its files and lines into a copy of the sources, checks the types and makes
 * the first charge. Shows that a processor needs two changed files outside of its own folders.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

let copy: string;

/** Installed packages are found in the folders above the copy. Our own packages are those of the copy. */
async function linkPackages(): Promise<void> {
  for (const path of ['node_modules/@quittance', 'web/node_modules'])
    if (existsSync(join(ROOT, path))) await cp(join(ROOT, path), join(copy, path), COPY_LINKS);
}

const COPY_LINKS = { recursive: true, verbatimSymlinks: true };

async function copySources(): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT });
  const isNeeded = (path: string) => !/^(docs|web\/public)\//.test(path);
  for (const path of stdout.split('\n').filter((each) => each !== '' && isNeeded(each))) {
    await cp(join(ROOT, path), join(copy, path), COPY_LINKS).catch((error: unknown) => {
      // A file that is deleted and not committed yet.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
}

/** A failed command's output says what is wrong. */
async function readOutput(...args: string[]): Promise<string> {
  const bin = join(ROOT, 'node_modules', '.bin');
  const [name = '', ...rest] = args;
  try {
    return (await run(join(bin, name), rest, { cwd: copy })).stdout;
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

type Block = { language: string; path: string; lines: string[] };

async function readBlocks(): Promise<Block[]> {
  const guide = await readFile(join(ROOT, 'docs/processor-skeleton.md'), 'utf8');
  return [...guide.matchAll(/^```(ts|diff)\n(?:\/\/ )?(\S+)\n(.*?)^```$/gms)].map(
    ([, language = '', path = '', text = '']) => ({ language, path, lines: text.split('\n') }),
  );
}

/** A removed line is replaced by the next added one, and any other is added after the line before it. */
function patch(source: string, lines: readonly string[]): string {
  let text = source;
  let before = '';
  for (const line of lines) {
    const rest = line.slice(1);
    if (line.startsWith('+')) {
      expect(text).toContain(`${before}\n`);
      text = text.replace(before, before.startsWith('export const') ? rest : `${before}\n${rest}`);
    } else before = rest;
  }
  return text;
}

async function write({ language, path, lines }: Block): Promise<void> {
  const target = join(copy, path);
  if (language === 'diff') {
    await writeFile(target, patch(await readFile(target, 'utf8'), lines));
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, lines.join('\n'));
}

describe.runIf(isFullRun)('docs/processor-skeleton.md', () => {
  let blocks: Block[];

  beforeAll(async () => {
    // Inside of the project, because declarations cannot name the types of packages that are elsewhere.
    await mkdir(join(ROOT, '.cache'), { recursive: true });
    copy = await mkdtemp(join(ROOT, '.cache', 'skeleton-'));
    await copySources();
    await linkPackages();
    blocks = await readBlocks();
    for (const block of blocks) await write(block);
  }, 120_000);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('two files change outside of the folders of the processor', () => {
    const changed = blocks.filter(({ language }) => language === 'diff');
    expect(changed.map(({ path }) => path)).toEqual([
      'contract/src/processors/registry.ts',
      'server/src/processors/registry.ts',
    ]);
  });

  it('the skeleton has the right types and makes its first charge', async () => {
    expect(await readOutput('tsc', '-b')).toBe('');
    const test = 'server/test/processors/acme.test.ts';
    expect(await readOutput('vitest', 'run', '--project', 'server', test)).toMatch(/1 passed/);
  }, 900_000);
});
