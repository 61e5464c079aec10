/** The resident memory of a process, if /proc is available. */
import { readFile } from 'node:fs/promises';

const KILOBYTES_PER_MB = 1024;

export async function findRssMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / KILOBYTES_PER_MB;
}

export type TreeMemory = { largestMb: number; sumMb: number };

/** A process and its children. */
export async function findRssOfTree(pid: number): Promise<TreeMemory> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter((one) => one !== '');
  const own = (await findRssMb(pid)) ?? 0;
  const others = await Promise.all(children.map((child) => findRssOfTree(Number(child))));
  return {
    largestMb: Math.max(own, ...others.map(({ largestMb }) => largestMb)),
    sumMb: own + others.reduce((sum, { sumMb }) => sum + sumMb, 0),
  };
}
