/** Identifies a process beyond its pid. Pids are reused, in a container often within minutes. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export function processIdentity(pid: number): string | undefined {
  if (!answersToSignals(pid)) return undefined;
  if (process.platform === 'linux') return identityOnLinux(pid);
  if (process.platform === 'win32') return `pid ${pid}`;
  return askPs(pid, 'lstart=');
}

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
    // EPERM means that the process exists but runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function identityOnLinux(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second column is the program's name in parentheses, which may itself contain spaces and parentheses.
    const columns = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = columns[0];
    const startTicks = columns[19];
    // A zombie has ended, although it accepts signals until its parent reaps it.
    if (state === 'Z' || state === 'X') return undefined;
    return `${boot} ${startTicks}`;
  } catch {
    return undefined;
  }
}
