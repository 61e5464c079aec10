/** Commands for the state of the installation and its database schema. */

import { migrate, migrationNames } from '../../../platform/database/migrate.ts';
import { readOpsMetrics, toAlarms } from '../../observability/ops-metrics.ts';
import type { Command, SetupCommand } from '../command.ts';
import { toTable } from '../render.ts';

export const STATUS: Command = {
  name: 'status',
  args: [],
  summary: 'Show metrics and alarms; fail while an alarm is active',
  example: '--json',
  async run({ deps }) {
    const figures = await readOpsMetrics(deps);
    const alarms = toAlarms(figures);
    const rows = figures.map(({ name, labels, value }) => ({
      figure: name,
      of: Object.values(labels).join(' '),
      value: Math.round(value),
    }));
    const said = alarms.map(({ name, message }) => `ALARM ${name}: ${message}`);
    const text = [toTable(rows), '', ...(said.length > 0 ? said : ['no alarms'])].join('\n');
    return { data: { figures: rows, alarms }, text, isFailure: alarms.length > 0 };
  },
};

export const MIGRATE: SetupCommand = {
  name: 'migrate',
  args: [],
  summary: 'Migrate the database to the schema of this version',
  example: '',
  async runOnUrl({ config }) {
    await migrate(config.databaseUrl);
    const schema = migrationNames().at(-1);
    return { data: { schema }, text: `up to date: ${schema}` };
  },
};
