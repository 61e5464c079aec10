// Stands in for systemctl in docs/production.md: runs the ExecStart of a unit with its environment files.
import { spawn } from 'node:child_process';
import { appendFileSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const {
  GUIDE_FOLDER: folder,
  GUIDE_WORKER_PORT: workerPort,
  GUIDE_PORTAL_PORT: portalPort,
} = process.env;
const READY_MS_MAX = 120_000;

const moved = (text) =>
  text.replaceAll(/\/(opt|etc|var\/lib)\/quittance/g, `${folder}/$1/quittance`);

function toUnit(name) {
  const text = moved(readFileSync(join(folder, 'etc/systemd/system', `${name}.service`), 'utf8'));
  const values = (key) =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value);
  const file = readFileSync(values('EnvironmentFile')[0], 'utf8').trim().split('\n');
  const inline = values('Environment').flatMap((line) => line.split(' '));
  const pairs = [...file, ...inline].map((line) => [
    line.slice(0, line.indexOf('=')),
    line.slice(line.indexOf('=') + 1),
  ]);
  const [, ...words] = values('ExecStart')[0].split(' ');
  return { words, isOnce: values('Type')[0] === 'oneshot', settings: Object.fromEntries(pairs) };
}

async function untilReady(port) {
  const deadlineMs = Date.now() + READY_MS_MAX;
  while (Date.now() < deadlineMs) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`nothing is ready on port ${port}`);
}

async function start(name) {
  const { words, isOnce, settings } = toUnit(name);
  // systemd gives a unit its own environment. Only the variables added by the test are passed on.
  const { PATH, PAYENGINE_URL } = process.env;
  const isWorker = name.endsWith('worker');
  const port = isWorker ? workerPort : portalPort;
  const env = { PATH, PAYENGINE_URL, ...settings, ...(isWorker ? { PORT: workerPort } : {}) };
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(process.execPath, words, {
    env,
    detached: !isOnce,
    stdio: ['ignore', log, log],
  });
  if (isOnce) {
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(readFileSync(join(folder, `${name}.log`), 'utf8'));
    return;
  }
  appendFileSync(join(folder, 'pids'), `${child.pid}\n`);
  child.unref();
  await untilReady(port);
}

const [verb, ...rest] = process.argv.slice(2);
const names = rest.filter((word) => !word.startsWith('--') && word !== 'caddy');
if (['start', 'enable'].includes(verb)) for (const name of names) await start(name);
// A reload does nothing, because the test's proxy is already listening.
else if (!['daemon-reload', 'reload'].includes(verb))
  throw new Error(`systemctl ${verb} is not played`);
