// Persists the sandbox's data across restarts: one JSON line per change; the last line per key wins. Without a data
// folder, nothing is written. Values are opaque here.
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Line = z.union([
  z.object({ kind: z.string(), key: z.string(), value: z.unknown() }),
  z.object({ kind: z.string(), cleared: z.literal(true) }),
]);
type Line = z.infer<typeof Line>;

export type Journal = {
  restored(kind: string): unknown[];
  append(kind: string, key: string, value: unknown): void;
  clear(kind: string): void;
};

type JournalEntries = Map<string, Map<string, unknown>>;

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function parseLine(text: string, where: string): Line {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    throw new Error(`${where} is not a line this sandbox wrote; move the file away to start anew`);
  }
}

function readKept(path: string): JournalEntries {
  const kept: JournalEntries = new Map();
  const lines = readLines(path);
  // Text after the last line break is an interrupted write.
  lines.pop();
  for (const [index, text] of lines.entries()) {
    const line = parseLine(text, `${path}:${index + 1}`);
    if ('cleared' in line) kept.delete(line.kind);
    else kept.set(line.kind, (kept.get(line.kind) ?? new Map()).set(line.key, line.value));
  }
  return kept;
}

function toLine(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

function compact(path: string, kept: JournalEntries): void {
  const lines = [...kept].flatMap(([kind, values]) =>
    [...values].map(([key, value]) => toLine({ kind, key, value })),
  );
  writeFileSync(`${path}.new`, lines.join(''), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function openJournal(dataDir: string | undefined): Journal {
  if (dataDir === undefined) {
    return { restored: () => [], append: () => {}, clear: () => {} };
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'sandbox.jsonl');
  const kept = readKept(path);
  compact(path, kept);
  return {
    restored: (kind) => [...(kept.get(kind)?.values() ?? [])],
    append: (kind, key, value) => appendFileSync(path, toLine({ kind, key, value })),
    clear: (kind) => appendFileSync(path, toLine({ kind, cleared: true })),
  };
}
