/** The resident memory of a process, if /proc is available. */
import { readFile } from 'node:fs/promises';

const KILOBYTES_PER_MB = 1024;

export async function findRssMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / KILOBYTES_PER_MB;
}
