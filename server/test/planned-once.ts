/**
 * Test tables have few rows, so planning a statement takes longer than executing it. Every statement therefore gets
 * a name, so that each connection parses and plans it only once.
 */
import type pg from 'pg';

const SETTING = '-c plan_cache_mode=force_generic_plan';

const names = new Map<string, string>();

export function statementName(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Applies to connections opened from now on. */
export function useGenericPlans({ options }: pg.Pool): void {
  options.options = [options.options, SETTING].join(' ');
}

type Query = (...args: unknown[]) => Promise<unknown>;

function isUnnamed(query: unknown): query is { text: string; name?: string } {
  return (
    typeof query === 'object' &&
    query !== null &&
    'text' in query &&
    typeof query.text === 'string' &&
    !('name' in query && query.name)
  );
}

export function planOnce(pool: pg.Pool): void {
  useGenericPlans(pool);
  pool.on('connect', (client) => {
    // Safe because the driver's overloads cannot be named, and every argument is passed on unchanged.
    const send = client.query.bind(client) as Query;
    const query: Query = (first, ...others) =>
      send(isUnnamed(first) ? { ...first, name: statementName(first.text) } : first, ...others);
    Object.assign(client, { query });
  });
}
