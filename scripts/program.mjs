// One program of the portal as a child process: started apart from the terminal, written to its own
// log, asked to stop and, if it must be, stopped. It does not know which programs there are.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ROOT } from './step.mjs';

const PRELOAD = pathToFileURL(join(ROOT, 'scripts', 'stop-with-parent.mjs')).href;
const LOG_BYTES_MAX = 10_000_000;

export function startProgram({ name, file, env, logPath }) {
  const { log, logBytes } = openLog(logPath);
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--import', PRELOAD, join(ROOT, file)],
    {
      cwd: ROOT,
      env: { ...process.env, ...env },
      // Its own group, so that Ctrl-C reaches only us and we stop the programs in order.
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    },
  );
  closeSync(log);
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  return {
    name,
    logPath,
    exited,
    lastWords: () => lastWords(logPath, logBytes),
    stop: (patienceMs) => stop(child, exited, patienceMs),
    kill: () => child.kill('SIGKILL'),
  };
}

async function stop(child, exited, patienceMs) {
  child.kill('SIGTERM');
  const giveUp = new AbortController();
  const tooLong = sleep(patienceMs, true, { signal: giveUp.signal }).catch(() => false);
  const isTooLong = await Promise.race([exited.then(() => false), tooLong]);
  giveUp.abort();
  if (isTooLong) child.kill('SIGKILL');
  await exited;
  return !isTooLong;
}

function openLog(path) {
  mkdirSync(dirname(path), { recursive: true });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const isFull = size > LOG_BYTES_MAX;
  if (isFull) renameSync(path, `${path}.1`);
  return { log: openSync(path, 'a'), logBytes: isFull ? 0 : size };
}

/** The last thing this run wrote, as a sentence where the log has one. */
function lastWords(logPath, fromByte) {
  const lines = readFileSync(logPath).subarray(fromByte).toString().trim().split('\n');
  return sentenceOf(lines.at(-1) ?? '');
}

function sentenceOf(line) {
  try {
    const { err, msg } = JSON.parse(line);
    return err?.message ?? msg ?? line;
  } catch {
    return line;
  }
}
