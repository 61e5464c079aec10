/**
 * Counts a call before it is answered, and what it came to afterwards. Which limits apply is decided in
 * route-limits.ts; here is only the counting, in Postgres, so that all server processes count together.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { addMs } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type Counted, countHits, type Hit } from '../storage/access/limit-counters.ts';
import type { RequestFigure } from './limit-config.ts';
import type { Ask, Rule } from './route-limits.ts';

type CountDeps = Pick<Deps, 'database' | 'clock' | 'limits'>;

/** A household has a whole network of IPv6 addresses: its first 64 bits count as one. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`;
}

/** Typed text and secrets go in only as a hash; addresses stay readable for whoever looks into it. */
function keyOf({ figure, of }: Rule, ask: Ask): string | null {
  const parts = of({ ...ask, address: networkOf(ask.address) });
  if (!parts) return null;
  const [first, ...others] = parts;
  if (others.length === 0 && first === networkOf(ask.address)) return `${figure}:${first}`;
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return `${figure}:#${hash.slice(0, 22)}`;
}

type Applied = { rule: Rule; key: string };

function applied(rules: readonly Rule[], ask: Ask): Applied[] {
  return rules.flatMap((rule) => {
    const key = keyOf(rule, ask);
    return key === null ? [] : [{ rule, key }];
  });
}

function count(deps: CountDeps, hits: readonly Omit<Hit, 'resetsAt'>[], figures: FigureOf) {
  const now = deps.clock.now();
  const rows = hits.map((hit) => ({
    ...hit,
    resetsAt: addMs(now, deps.limits[figures(hit.key)].windowMs),
  }));
  return deps.database.asSystem((tx) => countHits(tx, rows, now));
}

type FigureOf = (key: string) => RequestFigure;

function figureOf(all: readonly Applied[]): FigureOf {
  const figures = new Map(all.map(({ rule, key }) => [key, rule.figure]));
  return (key) => {
    const figure = figures.get(key);
    if (!figure) throw new Error(`${key} was not asked for`);
    return figure;
  };
}

function isOver({ limits }: CountDeps, { rule }: Applied, counted: Counted): boolean {
  const { count: max } = limits[rule.figure];
  return rule.counts === 'misses' ? counted.count >= max : counted.count > max;
}

export async function admitCall(deps: CountDeps, rules: readonly Rule[], ask: Ask): Promise<void> {
  const all = applied(rules, ask);
  if (all.length === 0) return;
  const hits = all.map(({ rule, key }) => ({ key, by: rule.counts === 'misses' ? 0 : 1 }));
  const counted = new Map(
    (await count(deps, hits, figureOf(all))).map((row) => [row.key, row] as const),
  );
  const over = all.flatMap((each) => {
    const row = counted.get(each.key);
    return row && isOver(deps, each, row) ? [Date.parse(row.resetsAt)] : [];
  });
  if (over.length === 0) return;
  const retryAfterMs = Math.max(1, Math.max(...over) - Date.parse(deps.clock.now()));
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs });
}

function afterwards({ counts }: Rule, status: number): number {
  if (counts === 'misses') return status === 404 ? 1 : 0;
  if (counts === 'failures') return status < 400 ? -1 : 0;
  return 0;
}

export async function countAnswer(
  deps: CountDeps,
  { rules, ask, status }: { rules: readonly Rule[]; ask: Ask; status: number },
): Promise<void> {
  const all = applied(rules, ask);
  const hits = all
    .map(({ rule, key }) => ({ key, by: afterwards(rule, status) }))
    .filter(({ by }) => by !== 0);
  if (hits.length > 0) await count(deps, hits, figureOf(all));
}
