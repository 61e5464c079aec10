import { describe, expect, it } from 'vitest';
import { findOrigin, toReport } from './report.ts';
import { measured } from './row.ts';

const SETTINGS = { seconds: 4, rounds: 2, isFull: false };

describe('JSON of a run', () => {
  it('the JSON of a run contains the machine, the versions and the commit', async () => {
    const origin = await findOrigin('18.4');
    expect(origin).toEqual({
      machine: {
        cores: expect.any(Number),
        cpu: expect.any(String),
        memoryMb: expect.any(Number),
      },
      loadBefore: expect.any(Number),
      versions: { node: process.versions.node, postgres: '18.4' },
      commit: origin.commit === null ? null : expect.stringMatching(/^[0-9a-f]{40}(\+changes)?$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(origin.machine.cores).toBeGreaterThan(0);
  });

  it('the JSON of a run contains every row with its figures, ratio and bounds', async () => {
    const row = { name: 'health', label: 'Health', bounds: [{ kind: 'rate', min: 10 }] as const };
    const measurement = measured('req/s', 20, { bare: 40, p50Ms: 1, p99Ms: 2, rssMb: 120 });
    const rows = [{ row, measurement }];
    const origin = await findOrigin('18.4');
    const report = toReport({ origin, settings: SETTINGS, rows });
    expect(JSON.parse(JSON.stringify(report))).toEqual({
      ...origin,
      settings: SETTINGS,
      rows: [
        {
          row: 'health',
          label: 'Health',
          unit: 'req/s',
          ours: 20,
          bare: 40,
          ratio: 0.5,
          p50Ms: 1,
          p99Ms: 2,
          errors: 0,
          firstError: null,
          generatorCores: null,
          rssMb: 120,
          notes: [],
          bounds: [{ bound: '≥ 10 req/s', value: 20, isMet: true }],
        },
      ],
    });
  });
});
