// The packages that the lock file gives to a workspace in production, and what a release states about them: the
// pruned lock file, a bill of materials (CycloneDX) and the license texts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, StepFailed } from '../step.mjs';

/** These files contain a license, or a notice that it requires to be passed on. */
const LICENSE_FILE = /^(licen[cs]e|copying|notice|ofl)/i;

export function readLock() {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
}

/** Node looks for a package beside the one that needs it, and then in each folder above. */
function find({ packages }, from, name) {
  let folder = from;
  while (true) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const entry = packages[path];
    if (entry) return entry.link ? entry.resolved : path;
    if (folder === '') return null;
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0));
  }
}

/** Returns the paths in the lock file of everything that the names need, without optional peers. */
export function closure(lock, from, names) {
  const found = new Set();
  const visit = (path, wanted) => {
    for (const name of wanted) {
      const next = find(lock, path, name);
      if (next === null || found.has(next)) continue;
      found.add(next);
      const { dependencies = {}, optionalDependencies = {} } = lock.packages[next];
      visit(next, Object.keys({ ...dependencies, ...optionalDependencies }));
    }
  };
  visit(from, names);
  return [...found].filter((path) => path.includes('node_modules/')).sort();
}

const nameAt = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Packages of other platforms are in the lock file, and not in the release. */
export function isReleased({ os, cpu, libc }, platforms) {
  const fits = (list, value) => !list || list.includes(value);
  return platforms.some(
    (platform) => fits(os, platform.os) && fits(cpu, platform.cpu) && fits(libc, platform.libc),
  );
}

/** For packages that name no license in the form that the lock file takes over. */
function licenseAt(path) {
  const [text = ''] = licenseTexts(join(ROOT, path));
  if (!text.includes('Permission is hereby granted, free of charge')) {
    throw new StepFailed(`The license of ${path} is not known.`);
  }
  return 'MIT';
}

export function toComponents(lock, paths) {
  const components = new Map();
  for (const path of paths) {
    const { version, integrity, license = licenseAt(path) } = lock.packages[path];
    const name = nameAt(path);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    components.set(purl, { name, version, integrity, license, purl, path });
  }
  return [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
}

function toHashes(integrity) {
  const [, content = ''] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  if (content === '') return {};
  const hex = Buffer.from(content, 'base64').toString('hex');
  return { hashes: [{ alg: 'SHA-512', content: hex }] };
}

/** A single SPDX id is an id; `MIT OR Apache-2.0` is an expression. */
function toLicenses(license) {
  if (!license) return {};
  const isId = /^[\w.+-]+$/.test(license);
  return { licenses: [isId ? { license: { id: license } } : { expression: license }] };
}

/** CycloneDX 1.6, without a time and a serial number, so that the same sources give the same file. */
export function toBillOfMaterials({ name, version, license }, components) {
  const self = `pkg:npm/${name}@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name,
        version,
        purl: self,
        ...toLicenses(license),
      },
    },
    components: components.map((component) => ({
      type: 'library',
      'bom-ref': component.purl,
      name: component.name,
      version: component.version,
      purl: component.purl,
      ...toLicenses(component.license),
      ...toHashes(component.integrity),
    })),
  };
}

function licenseTexts(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());
}

/** The same text is printed once, below all packages that have it. */
export function toNotices(components, fonts) {
  const byText = new Map();
  for (const { name, version, license, path } of components) {
    const texts = licenseTexts(join(ROOT, path));
    const text = texts.length > 0 ? texts.join('\n\n') : `Licensed under ${license}.`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  byText.set(fonts.trim(), [
    ...(byText.get(fonts.trim()) ?? []),
    'Inter and Noto typefaces in server/fonts (OFL-1.1)',
  ]);
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  const head = 'This release contains the following works of others, each under its own license.';
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
