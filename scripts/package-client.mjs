// `npm run package:client [-- FOLDER]`: dist/quittance-client-VERSION.tgz, the typed client as a package of its own. It
// contains what it needs of the contract, as ES modules and as CommonJS; zod is its only dependency.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { main, ROOT, runQuietly, step } from './step.mjs';

const FORMATS = { esm: 'module', cjs: 'commonjs' };
const ENTRY = 'client/src/client.ts';
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** CommonJS gets declarations of its own: the `type` of the nearest package.json decides how they are read. */
function toManifest() {
  const { name, version, dependencies } = readJson('client/package.json');
  const { license, engines } = readJson('package.json');
  const entry = (format) => ({
    types: `./${format}/client/client.d.ts`,
    default: `./${format}/client.js`,
  });
  return {
    name,
    version,
    description: 'Typed client for the Quittance API: retries, pagination and webhooks.',
    license,
    engines,
    type: 'module',
    sideEffects: false,
    exports: { '.': { import: entry('esm'), require: entry('cjs') } },
    main: './cjs/client.js',
    types: './cjs/client/client.d.ts',
    dependencies: { zod: dependencies.zod },
  };
}

async function bundle(folder) {
  const { rolldown } = await import('rolldown');
  const built = await rolldown({
    cwd: ROOT,
    input: ENTRY,
    platform: 'node',
    external: /^zod$/,
    resolve: { conditionNames: ['source', 'node'] },
    logLevel: 'warn',
  });
  for (const format of Object.keys(FORMATS)) {
    await built.write({ file: join(folder, format, 'client.js'), format, comments: false });
  }
  await built.close();
}

const SPECIFIER = /(?<=(?:from |import\()['"])(?:\.|@quittance\/contract\/)[^'"]*/g;

/** The path of a declaration file in the package, such as `contract/money`, for what `importer` imports. */
function resolveImport(specifier, importer) {
  const [, ours] = /^@quittance\/(.*)$/.exec(specifier) ?? [];
  return ours ?? join(dirname(importer), specifier.replace(/\.ts$/, ''));
}

/** Writes the declarations that the entry reaches, with paths inside the package. */
function writeTypes(folder) {
  const waiting = ['client/client'];
  for (const path of waiting) {
    const [workspace, ...rest] = path.split('/');
    const source = join(ROOT, workspace, 'dist', `${rest.join('/')}.d.ts`);
    const text = readFileSync(source, 'utf8').replace(SPECIFIER, (specifier) => {
      const target = resolveImport(specifier, path);
      if (!waiting.includes(target)) waiting.push(target);
      const near = relative(dirname(path), target);
      return `${near.startsWith('.') ? near : `./${near}`}.js`;
    });
    const file = join(folder, `${path}.d.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replace(/\n?\/\/# sourceMappingURL=.*/, '\n'));
  }
}

async function makePackage(outFolder) {
  await runQuietly(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'client']);
  const folder = mkdtempSync(join(tmpdir(), 'quittance-client-'));
  try {
    await bundle(folder);
    for (const [format, type] of Object.entries(FORMATS)) {
      writeTypes(join(folder, format));
      writeFileSync(join(folder, format, 'package.json'), `${JSON.stringify({ type })}\n`);
    }
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(toManifest(), null, 2)}\n`);
    copyFileSync(join(ROOT, 'client', 'README.md'), join(folder, 'README.md'));
    copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    mkdirSync(outFolder, { recursive: true });
    const said = await runQuietly('npm', ['pack', '--silent', '--pack-destination', outFolder], {
      cwd: folder,
    });
    return join(outFolder, said.trim().split('\n').at(-1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main(async () => {
  const outFolder = resolve(process.argv[2] ?? join(ROOT, 'dist'));
  console.log(await step('packing the client', () => makePackage(outFolder)));
});
