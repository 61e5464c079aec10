// Progress lines with durations, and child programs whose output is shown only if they fail.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export class StepFailed extends Error {}

export async function step(label, work) {
  process.stdout.write(`${label} … `);
  const beganMs = performance.now();
  try {
    const result = await work();
    console.log(duration(performance.now() - beganMs));
    return result;
  } catch (error) {
    console.log('failed');
    throw error;
  }
}

export async function runQuietly(file, args, { priority, ...options } = {}) {
  const child = spawn(file, args, { cwd: ROOT, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  // The priority is set immediately, so that the program's own child processes inherit it.
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
  let said = '';
  const listen = (chunk) => {
    said += chunk;
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const code = await exitCode(child);
  if (code !== 0) throw new StepFailed(said.trim() || `${file} ended with ${code}`);
  return said;
}

export async function runAloud(file, args, options = {}) {
  return exitCode(spawn(file, args, { cwd: ROOT, ...options, stdio: 'inherit' }));
}

export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof StepFailed ? error.message : error);
    process.exitCode = 1;
  }
}

export function isMain(moduleUrl) {
  return (
    process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl)
  );
}

export function duration(ms) {
  const seconds = ms / 1000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new StepFailed(error.message)));
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
}
