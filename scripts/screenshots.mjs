// `npm run screenshots`: takes a screenshot of every UI state and page, and of the component gallery, and writes an
// overview to screenshots/index.html. Arguments are passed to Playwright: `-- -g "a bank debit"`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { ensure } from './ensure.mjs';
import { main, ROOT, runAloud, runQuietly, step } from './step.mjs';

const FOLDER = process.env.SCREENSHOTS_DIR ?? join(ROOT, 'screenshots');
const GALLERY_DIR = join(ROOT, 'web', 'dist', 'gallery');
const STYLE = `
  body { margin: 24px; font: 14px system-ui; background: #8884; }
  h2 { margin: 32px 0 8px; font-size: 16px; }
  div { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 16px; }
  figure { margin: 0; }
  img { display: block; height: 480px; max-width: 100%; object-fit: contain; object-position: top; }
`;

/** File names have the format `state · language or brand · scheme · screen.png`. */
function toState(file) {
  return file.split(' · ')[0];
}

function figure(file) {
  const words = file.replace('.png', '').split(' · ').slice(1).join(' · ');
  const url = encodeURIComponent(file);
  return `<figure><a href="${url}"><img src="${url}" alt="" loading="lazy"></a><figcaption>${words}</figcaption></figure>`;
}

function overview(files) {
  const states = [...new Set(files.map(toState))];
  const sections = states.map((state) => {
    const figures = files.filter((file) => toState(file) === state).map(figure);
    return `<h2>${state}</h2>\n<div>\n${figures.join('\n')}\n</div>`;
  });
  return `<!doctype html>\n<meta charset="utf-8">\n<title>UI states</title>\n<style>${STYLE}</style>\n${sections.join('\n')}\n`;
}

async function buildGallery() {
  const requireFromWeb = createRequire(join(ROOT, 'web', 'package.json'));
  const vite = join(dirname(requireFromWeb.resolve('vite/package.json')), 'bin', 'vite.js');
  const args = [vite, 'build', '--mode', 'gallery'];
  await runQuietly(process.execPath, args, { cwd: join(ROOT, 'web') });
}

await main(async () => {
  const chromium = await ensure({ browser: true });
  await step('building the gallery', buildGallery);
  const args = process.argv.slice(2);
  // With arguments, only the selected screenshots are replaced.
  if (args.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  const config = '--config=e2e/screens/playwright.config.ts';
  const code = await runAloud(process.execPath, [cli, 'test', config, ...args], {
    env: { ...process.env, CHROMIUM_PATH: chromium, SCREENSHOTS_DIR: FOLDER, GALLERY_DIR },
  });
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.png'));
  writeFileSync(join(FOLDER, 'index.html'), overview(files.sort()));
  console.log(`${files.length} pictures: ${relative(process.cwd(), FOLDER)}/index.html`);
  return code;
});
