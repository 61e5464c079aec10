/** The entry point of `npm run bench`: measures the selected rows, prints the table and writes the JSON report. */
import { writeFile } from 'node:fs/promises';
import { withBench } from './bench.ts';
import { findOrigin, toReport } from './measure/report.ts';
import { type MeasuredRow, measured, type Row } from './measure/row.ts';
import { isSelected } from './measure/row-group.ts';
import { formatTable } from './measure/table.ts';
import { parseOptions, UsageError } from './options.ts';
import { ROW_GROUPS } from './row-groups.ts';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function progressLine(step: string): void {
  print(`${new Date().toISOString().slice(11, 19)}  ${step}`);
}

function selectedGroups(only: readonly string[]) {
  const groups = ROW_GROUPS.map((group) => ({
    group,
    selected: group.rows.filter((row) => isSelected(row, only)),
  }));
  return groups.filter(({ selected }) => selected.length > 0);
}

function failedRows(selected: readonly Row[]): (error: unknown) => MeasuredRow[] {
  return (error) => {
    const firstError = error instanceof Error ? error.message : String(error);
    progressLine(`failed: ${firstError}`);
    return selected.map((row) => ({
      row,
      measurement: measured('', 0, { errors: 1, firstError }),
    }));
  };
}

export async function runBench(args: readonly string[]): Promise<readonly MeasuredRow[]> {
  const options = parseOptions(args);
  const groups = selectedGroups(options.only);
  if (groups.length === 0) throw new UsageError(`no row begins with ${options.only.join(' or ')}`);
  if (options.listsOnly) {
    for (const { name, label } of groups.flatMap(({ selected }) => selected)) {
      print(`${name.padEnd(20)}  ${label}`);
    }
    return [];
  }
  const rows: MeasuredRow[] = [];
  const origin = await withBench(options, progressLine, async (bench) => {
    const known = await findOrigin(bench.postgresVersion);
    for (const { group, selected } of groups) {
      rows.push(...(await group.measure(bench, selected).catch(failedRows(selected))));
    }
    return known;
  });
  print(`\n${formatTable(rows)}`);
  const { machine, loadBefore } = origin;
  print(`\n${machine.cores} cores, ${machine.cpu}; load before the run ${loadBefore.toFixed(1)}`);
  for (const { row, measurement } of rows) {
    if (measurement.firstError) print(`${row.name}: ${measurement.firstError}`);
  }
  if (options.jsonPath !== null) {
    const { seconds, rounds, isFull } = options;
    const report = toReport({ origin, settings: { seconds, rounds, isFull }, rows });
    await writeFile(options.jsonPath, `${JSON.stringify(report, null, 2)}\n`);
    print(`\nwritten to ${options.jsonPath}`);
  }
  return rows;
}
