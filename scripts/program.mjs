// Runs a program as a child process: detached from the terminal, with its own log file, stopped gracefully and
// killed after a timeout.
import { spawn } from 'node:child_process';
import {
  closeSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ROOT } from './step.mjs';

const PRELOAD = pathToFileURL(join(ROOT, 'scripts', 'stop-with-parent.mjs')).href;
const LOG_BYTES_MAX = 10_000_000;

export function startProgram({ name, file, env, logPath }) {
  const { log, logBytes } = openLog(logPath);
  const child = spawn(process.execPath, ['--import', PRELOAD, join(ROOT, file)], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    // The program has its own process group, so Ctrl-C reaches only this script, which stops the programs in order.
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  return {
    name,
    logPath,
    exited,
    lastLine: () => lastLine(logPath, logBytes),
    stop: (timeoutMs) => stop(child, exited, timeoutMs),
    kill: () => child.kill('SIGKILL'),
  };
}

async function stop(child, exited, timeoutMs) {
  child.kill('SIGTERM');
  const cancel = new AbortController();
  const timedOut = sleep(timeoutMs, true, { signal: cancel.signal }).catch(() => false);
  const isTimedOut = await Promise.race([exited.then(() => false), timedOut]);
  cancel.abort();
  if (isTimedOut) child.kill('SIGKILL');
  await exited;
  return !isTimedOut;
}

function openLog(path) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const isFull = size > LOG_BYTES_MAX;
  if (isFull) renameSync(path, `${path}.1`);
  // Only the owner may read the log, even if an earlier version created the file.
  const log = openSync(path, 'a', 0o600);
  fchmodSync(log, 0o600);
  return { log, logBytes: isFull ? 0 : size };
}

function lastLine(logPath, fromByte) {
  const lines = readFileSync(logPath).subarray(fromByte).toString().trim().split('\n');
  return toMessage(lines.at(-1) ?? '');
}

function toMessage(line) {
  try {
    const { err, msg } = JSON.parse(line);
    return err?.message ?? msg ?? line;
  } catch {
    return line;
  }
}
