/** Identifies a process beyond its pid, which can be reused, in a container often within minutes. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns an identity that is unique among all processes of this machine, or undefined when the pid is not running.
 */
export function processIdentity(pid: number): string | undefined {
  if (!answersToSignals(pid)) return undefined;
  if (process.platform === 'linux') return identityOnLinux(pid);
  if (process.platform === 'win32') return `pid ${pid}`;
  return askPs(pid, 'lstart=');
}

/** Returns one column of `ps` for the pid, or undefined when there is no such process. */
export function askPs(pid: number, column: string): string | undefined {
  try {
    const answer = execFileSync('ps', ['-o', column, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return answer.trim() || undefined;
  } catch {
    return undefined;
  }
}

function answersToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function identityOnLinux(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second column is the program's name in brackets and may itself contain spaces and brackets.
    const columns = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = columns[0];
    const startTicks = columns[19];
    // A zombie accepts signals until its parent collects it, but it has ended.
    if (state === 'Z' || state === 'X') return undefined;
    return `${boot} ${startTicks}`;
  } catch {
    return undefined;
  }
}
