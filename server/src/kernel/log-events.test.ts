import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LOG_EVENTS } from './log-events.ts';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../../docs/operations.md', import.meta.url));

const LOG_CALL = /\blog\.(fatal|error|warn|info|debug)\(\s*(?:\{\s*event: '([\w.]+)')?/g;

const calls = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readFileSync(`${SOURCE}/${path}`, 'utf8').matchAll(LOG_CALL)].map(
      ([, level, event = `none in ${path}`]) => ({ level, event }),
    ),
  );

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('Log events', () => {
  it('every log call uses a listed event, and every listed event is logged', () => {
    expect(sorted(calls.map(({ event }) => event))).toEqual(sorted(Object.keys(LOG_EVENTS)));
  });

  it('docs/operations.md lists every event with its level', () => {
    const rows = readFileSync(DOCUMENT, 'utf8').matchAll(/^\| `(\w+\.\w+)` \| `(\w+)` \|/gm);
    const documented = [...rows].map(([, event, level]) => `${event} ${level}`);
    expect(sorted(documented)).toEqual(
      sorted(calls.map(({ event, level }) => `${event} ${level}`)),
    );
  });
});
