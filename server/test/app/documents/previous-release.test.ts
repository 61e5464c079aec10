/** A page that was loaded before a deployment still finds the files of its release (ADR 0048). */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestPortal } from '../../world/test-portal.ts';
import { writeDocuments } from '../../world/web-folder.ts';

type Build = { folder: string; previousFolder?: string; build: () => Promise<void> };

const SCRIPT = new URL('../../../../scripts/build/keep-release.mjs', import.meta.url).href;
// The cast is needed because scripts are plain JavaScript without types.
const { keepPreviousRelease } = (await import(/* @vite-ignore */ SCRIPT)) as {
  keepPreviousRelease: (release: Build) => Promise<void>;
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-releases-'));
});
afterEach(() => rm(folder, { recursive: true }));

type Folders = { at?: string; previousFolder?: string };

/** Like the bundler, leaves only the new files in the folder. */
function release(assets: readonly string[], { at = folder, previousFolder = at }: Folders = {}) {
  const build = async (): Promise<void> => {
    await rm(at, { recursive: true, force: true });
    await mkdir(join(at, 'assets'), { recursive: true });
    await writeDocuments(at, '<head></head>');
    for (const name of assets) await writeFile(join(at, 'assets', name), `// ${name}`);
  };
  return keepPreviousRelease({ folder: at, previousFolder, build });
}

async function served(names: readonly string[], webFolder = folder): Promise<string[]> {
  const portal = await openTestPortal({ webFolder });
  const found: string[] = [];
  for (const name of names) {
    const { statusCode } = await portal.ask({ method: 'GET', url: `/assets/${name}` });
    if (statusCode === 200) found.push(name);
  }
  await portal.close();
  return found;
}

const NAMES = ['react-1.js', 'pay-1.js', 'pay-2.js', 'pay-3.js'];

describe('The assets of a release (decision 0048)', () => {
  it('the files of the previous release are served, and the files of older releases are not', async () => {
    await release(['react-1.js', 'pay-1.js']);
    await release(['react-1.js', 'pay-2.js']);
    expect(await served(NAMES)).toEqual(['react-1.js', 'pay-1.js', 'pay-2.js']);
    await release(['react-1.js', 'pay-3.js']);
    expect(await served(NAMES)).toEqual(['react-1.js', 'pay-2.js', 'pay-3.js']);
  });

  it('a rebuilt release keeps the files of the release before it', async () => {
    await release(['pay-1.js']);
    await release(['pay-2.js']);
    await release(['pay-2.js']);
    expect(await served(NAMES)).toEqual(['pay-1.js', 'pay-2.js']);
  });

  it('a release that is built elsewhere copies the previous release from its folder', async () => {
    const next = join(folder, 'next');
    const last = join(folder, 'last');
    await release(['pay-1.js'], { at: last });
    await release(['pay-2.js'], { at: next, previousFolder: last });
    expect(await served(NAMES, next)).toEqual(['pay-1.js', 'pay-2.js']);
  });
});
