/** A row of the results table: its measurement, its bounds, and whether the measurement meets them. */

export type Bound =
  | { kind: 'ratio'; min: number }
  | { kind: 'rate'; min: number }
  | { kind: 'p99'; maxMs: number }
  /** A memory size or a duration, in the unit of the row. */
  | { kind: 'value'; max: number }
  /** The cost of one operation as a multiple of its cost in another row of the same run. */
  | { kind: 'cost'; of: string; max: number };

export type Row = {
  name: string;
  label: string;
  bounds: readonly Bound[];
  /** Slow rows are measured only when `--only` names them. */
  isOnDemand?: boolean;
};

export type Measurement = {
  unit: string;
  ours: number;
  /** Null if the row has no bare counterpart. */
  bare: number | null;
  p50Ms: number | null;
  p99Ms: number | null;
  /** The number of unexpected responses. A row with errors fails all its bounds. */
  errors: number;
  firstError: string | null;
  generatorCores: number | null;
  rssMb: number | null;
  notes: readonly string[];
};

export type MeasuredRow = { row: Row; measurement: Measurement };

export type Verdict = { bound: string; value: number | null; isMet: boolean | null };

export function measured(unit: string, ours: number, more: Partial<Measurement> = {}): Measurement {
  return {
    unit,
    ours,
    bare: null,
    p50Ms: null,
    p99Ms: null,
    errors: 0,
    firstError: null,
    generatorCores: null,
    rssMb: null,
    notes: [],
    ...more,
  };
}

export function computeRatio({ ours, bare }: Measurement): number | null {
  return bare === null || bare === 0 ? null : ours / bare;
}

function costComparedTo(of: string, ours: number, all: readonly MeasuredRow[]): number | null {
  const other = all.find(({ row }) => row.name === of);
  return other && ours > 0 ? other.measurement.ours / ours : null;
}

function valueFor(bound: Bound, measurement: Measurement, all: readonly MeasuredRow[]) {
  switch (bound.kind) {
    case 'ratio':
      return { bound: `≥ ${bound.min} of bare`, value: computeRatio(measurement), min: bound.min };
    case 'rate':
      return {
        bound: `≥ ${bound.min} ${measurement.unit}`,
        value: measurement.ours,
        min: bound.min,
      };
    case 'p99':
      return { bound: `p99 ≤ ${bound.maxMs} ms`, value: measurement.p99Ms, max: bound.maxMs };
    case 'value':
      return {
        bound: `≤ ${bound.max} ${measurement.unit}`,
        value: measurement.ours,
        max: bound.max,
      };
    case 'cost': {
      const value = costComparedTo(bound.of, measurement.ours, all);
      return { bound: `cost ≤ ${bound.max} × ${bound.of}`, value, max: bound.max };
    }
  }
}

export function toVerdicts(
  { row, measurement }: MeasuredRow,
  all: readonly MeasuredRow[],
): Verdict[] {
  return row.bounds.map((given) => {
    const { bound, value, min = -Infinity, max = Infinity } = valueFor(given, measurement, all);
    const isWithin = value === null ? null : value >= min && value <= max;
    return { bound, value, isMet: measurement.errors > 0 ? false : isWithin };
  });
}
