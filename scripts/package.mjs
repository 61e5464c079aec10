// `npm run package [-- FOLDER]`: one tarball, dist/quittance-VERSION.tgz, with the built program and its locked dependencies. It
// runs after unpacking, without npm and without a network (docs/production.md); the release and the image are made of
// it. The same commit gives the same bytes.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UNBUNDLED } from './build/bundle.mjs';
import {
  closure,
  isReleased,
  readLock,
  toBillOfMaterials,
  toComponents,
  toNotices,
} from './build/locked-packages.mjs';
import { ensure } from './ensure.mjs';
import { main, ROOT, runQuietly, step } from './step.mjs';

/** The native package has a binary for each; a release runs on both. */
const PLATFORMS = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
];

const COPIED = [
  'bin',
  'server/package.json',
  'server/dist/bundle',
  'server/fonts',
  'server/migrations',
  'web/dist/app',
  'deploy',
  'docs',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
];

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Only what is not in the bundle has to be installed. */
function toManifest() {
  const { name, version, description, license, type, engines, bin } = readJson('package.json');
  const { dependencies } = readJson('server/package.json');
  const needed = Object.fromEntries(UNBUNDLED.map((each) => [each, dependencies[each]]));
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin,
    dependencies: needed,
    bundleDependencies: UNBUNDLED,
  };
}

function toPrunedLock(lock, { bundleDependencies, ...manifest }) {
  const paths = closure(lock, '', UNBUNDLED);
  const packages = Object.fromEntries(
    paths.map((path) => {
      // Decided anew for this tree: a package may be there for development only in the whole repository.
      const { dev, peer, devOptional, ...entry } = lock.packages[path];
      return [path, entry];
    }),
  );
  const { name, version, lockfileVersion, requires } = lock;
  return { name, version, lockfileVersion, requires, packages: { '': manifest, ...packages } };
}

async function npmCi(folder, { os, cpu, libc }) {
  const flags = [`--os=${os}`, `--cpu=${cpu}`, `--libc=${libc}`, '--ignore-scripts', '--omit=dev'];
  await runQuietly('npm', ['ci', ...flags, '--no-audit', '--no-fund', '--no-bin-links'], {
    cwd: folder,
  });
}

/** Installs for each platform and keeps the union. The versions and hashes are those of the lock file. */
async function installPackages(folder, manifest, lock) {
  const install = mkdtempSync(join(tmpdir(), 'quittance-install-'));
  try {
    for (const [index, platform] of PLATFORMS.entries()) {
      const place = join(install, String(index));
      mkdirSync(place);
      const { bundleDependencies, ...rest } = manifest;
      writeFileSync(join(place, 'package.json'), JSON.stringify(rest));
      writeFileSync(join(place, 'package-lock.json'), JSON.stringify(lock));
      await npmCi(place, platform);
      rmSync(join(place, 'node_modules', '.package-lock.json'));
      cpSync(join(place, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
    }
  } finally {
    rmSync(install, { recursive: true });
  }
}

function writeStatements(folder, { name, version, license }) {
  const lock = readLock();
  const paths = ['server', 'web'].flatMap((workspace) =>
    closure(lock, workspace, Object.keys(readJson(`${workspace}/package.json`).dependencies)),
  );
  const released = paths.filter((path) => isReleased(lock.packages[path], PLATFORMS));
  const components = toComponents(lock, released);
  const bill = toBillOfMaterials({ name, version, license }, components);
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  const fonts = readFileSync(join(ROOT, 'server/fonts/OFL.txt'), 'utf8');
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), toNotices(components, fonts));
}

async function readCommitTime() {
  return (
    process.env.SOURCE_DATE_EPOCH ?? (await runQuietly('git', ['log', '-1', '--format=%ct'])).trim()
  );
}

async function pack(folder, base, target) {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const time = `--mtime=@${await readCommitTime()}`;
  await runQuietly('tar', ['-I', 'gzip -n', '-cf', target, ...same, time, '-C', folder, base]);
  const hash = createHash('sha256').update(readFileSync(target)).digest('hex');
  writeFileSync(`${target}.sha256`, `${hash}  ${base}.tgz\n`);
}

async function makePackage(outFolder) {
  await ensure();
  const place = mkdtempSync(join(tmpdir(), 'quittance-package-'));
  try {
    const manifest = toManifest();
    const base = `${manifest.name}-${manifest.version}`;
    const folder = join(place, base);
    mkdirSync(folder);
    for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    const lock = toPrunedLock(readLock(), manifest);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
    await step('installing the packages of the release', () =>
      installPackages(folder, manifest, lock),
    );
    writeStatements(folder, manifest);
    const target = join(outFolder, `${base}.tgz`);
    mkdirSync(outFolder, { recursive: true });
    await step('packing', () => pack(place, base, target));
    return target;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

await main(async () => {
  console.log(await makePackage(resolve(process.argv[2] ?? join(ROOT, 'dist'))));
});
