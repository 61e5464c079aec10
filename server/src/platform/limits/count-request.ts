/**
 * Counts a request before it is handled, and its response afterward. The route declares which limits apply.
 * All server processes share the counters in Postgres; counters of reads are batched.
 */
import { createHash } from 'node:crypto';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { toNetwork } from './client-ip.ts';
import { BATCHED_LIMITS } from './limit-config.ts';
import { type CounterRow, countHitsAlone } from './limit-counters.ts';
import type { CountedRequest, Rule } from './rules.ts';

type CountDeps = Pick<Deps, 'database' | 'clock' | 'limits' | 'batchedCounters' | 'onLimited'>;

/** Typed text and secrets are stored only as a hash. IP addresses stay readable for the operator. */
function toKey({ limit, of }: Rule, request: CountedRequest): string | null {
  const clientIp = toNetwork(request.clientIp);
  const parts = of({ ...request, clientIp });
  if (!parts) return null;
  const [first, ...others] = parts;
  if (others.length === 0 && first === clientIp) return `${limit}:${first}`;
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return `${limit}:#${hash.slice(0, 22)}`;
}

type AppliedRule = { rule: Rule; key: string };

function appliedRules(rules: readonly Rule[], request: CountedRequest): AppliedRule[] {
  return rules.flatMap((rule) => {
    const key = toKey(rule, request);
    return key === null ? [] : [{ rule, key }];
  });
}

type AppliedHit = AppliedRule & { by: number };

async function count(deps: CountDeps, hits: readonly AppliedHit[]): Promise<CounterRow[]> {
  const now = deps.clock.now();
  const toHit = ({ rule, key, by }: AppliedHit) => ({
    key,
    by,
    resetsAt: addMs(now, deps.limits[rule.limit].windowMs),
  });
  const isBatched = ({ rule }: AppliedHit) => BATCHED_LIMITS.has(rule.limit);
  const batched = deps.batchedCounters.count(hits.filter(isBatched).map(toHit));
  const exact = hits.filter((hit) => !isBatched(hit)).map(toHit);
  return exact.length === 0
    ? batched
    : [...batched, ...(await countHitsAlone(deps.database, exact, now))];
}

function isOver({ limits }: CountDeps, { rule }: AppliedRule, counted: CounterRow): boolean {
  const { count: max } = limits[rule.limit];
  return rule.counts === 'misses' ? counted.count >= max : counted.count > max;
}

export async function admitRequest(
  deps: CountDeps,
  rules: readonly Rule[],
  request: CountedRequest,
): Promise<void> {
  const applied = appliedRules(rules, request);
  if (applied.length === 0) return;
  const hits = applied.map((each) => ({ ...each, by: each.rule.counts === 'misses' ? 0 : 1 }));
  const counted = new Map((await count(deps, hits)).map((row) => [row.key, row] as const));
  const over = applied.flatMap((each) => {
    const row = counted.get(each.key);
    if (!row || !isOver(deps, each, row)) return [];
    deps.onLimited?.(each.rule.limit);
    return [Date.parse(row.resetsAt)];
  });
  if (over.length === 0) return;
  const retryAfterMs = Math.max(1, Math.max(...over) - Date.parse(deps.clock.now()));
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs });
}

function correction({ counts }: Rule, status: number): number {
  if (counts === 'misses') return status === 404 ? 1 : 0;
  if (counts === 'failures') return status < 400 ? -1 : 0;
  return 0;
}

export async function countResponse(
  deps: CountDeps,
  { rules, request, status }: { rules: readonly Rule[]; request: CountedRequest; status: number },
): Promise<void> {
  const hits = appliedRules(rules, request)
    .map((each) => ({ ...each, by: correction(each.rule, status) }))
    .filter(({ by }) => by !== 0);
  if (hits.length > 0) await count(deps, hits);
}
