import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../domain/test/full-run.ts';
import { ROW_GROUPS } from './row-groups.ts';
import { runBench } from './run.ts';

const RUN_MS_MAX = 120_000;

describe('npm run bench', () => {
  it('every row has a unique name, and every cost refers to another row', () => {
    const rows = ROW_GROUPS.flatMap((group) => group.rows);
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const references = rows.flatMap(({ bounds }) =>
      bounds.flatMap((bound) => (bound.kind === 'cost' ? [bound.of] : [])),
    );
    expect(names).toEqual(expect.arrayContaining(references));
  });

  it('npm run bench refuses names that match no row', async () => {
    await expect(runBench(['--only', 'nothing'])).rejects.toThrow('no row begins with nothing');
  });

  it.runIf(isFullRun)(
    'npm run bench measures a row against the bare server and writes the result as JSON',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'quittance-bench-test-'));
      try {
        const path = join(folder, 'result.json');
        const args = ['--only', 'invoice/public', '--seconds', '0.5', '--rounds', '1'];
        await runBench([...args, '--json', path]);
        const { rows } = JSON.parse(await readFile(path, 'utf8'));
        expect(rows).toEqual([
          expect.objectContaining({ row: 'invoice/public', unit: 'req/s', errors: 0 }),
        ]);
        expect(rows[0].ours).toBeGreaterThan(0);
        expect(rows[0].bare).toBeGreaterThan(0);
        expect(rows[0].ratio).toBeCloseTo(rows[0].ours / rows[0].bare);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    RUN_MS_MAX,
  );
});
