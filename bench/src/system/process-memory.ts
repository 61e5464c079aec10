/** The memory and the CPU time of processes, if /proc is available. */
import { readFile } from 'node:fs/promises';

const KILOBYTES_PER_MB = 1024;

export async function findRssMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / KILOBYTES_PER_MB;
}

const listChildren = async (pid: number) => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text
    .split(' ')
    .filter((one) => one !== '')
    .map(Number);
};

export type TreeMemory = { largestMb: number; sumMb: number };

/** A process and its children. */
export async function findRssOfTree(pid: number): Promise<TreeMemory> {
  const children = await listChildren(pid);
  const own = (await findRssMb(pid)) ?? 0;
  const others = await Promise.all(children.map(findRssOfTree));
  return {
    largestMb: Math.max(own, ...others.map(({ largestMb }) => largestMb)),
    sumMb: own + others.reduce((sum, { sumMb }) => sum + sumMb, 0),
  };
}

const MS_PER_TICK = 10;
const FIELDS_BEFORE_STATE = 2;
const CPU_FIELDS = [13, 14].map((field) => field - FIELDS_BEFORE_STATE);
const ENDED_FIELDS = [15, 16].map((field) => field - FIELDS_BEFORE_STATE);

/** `ended` is the time of children that have ended. */
async function readCpuMs(pid: number): Promise<{ own: number; ended: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const sum = (places: readonly number[]) =>
    places.reduce((total, place) => total + Number(fields[place] ?? 0), 0) * MS_PER_TICK;
  return { own: sum(CPU_FIELDS), ended: sum(ENDED_FIELDS) };
}

/** The time of a process, and that of its children, whether they have ended or not. */
export async function findCpuMs(pid: number): Promise<{ own: number; children: number }> {
  const { own, ended } = await readCpuMs(pid);
  const running = await Promise.all((await listChildren(pid)).map(readCpuMs));
  return { own, children: running.reduce((total, child) => total + child.own, ended) };
}
