/** Commands for the state of the installation and its database schema. */

import { migrate, migrationNames } from '../../../platform/database/migrate.ts';
import { readClusterServers } from '../../../platform/database/sharding/server-facts.ts';
import { describeServer } from '../../installation/examine-servers.ts';
import { toAlarms } from '../../observability/alarms.ts';
import { listRaisedAlarms } from '../../observability/operator-rows.ts';
import { readOpsMetrics } from '../../observability/ops-metrics.ts';
import type { Command, SetupCommand } from '../command.ts';
import { toTable } from '../render.ts';

export const STATUS: Command = {
  name: 'status',
  args: [],
  summary: 'Show metrics and alarms; fail while an alarm is active',
  example: '--json',
  async run({ deps }) {
    const { database } = deps;
    const servers = (await database.isDistributed()) ? await readClusterServers(database.pool) : [];
    const lines = servers.map((server) => `${server.server}  ${describeServer(server)}`);
    // The figures are of all servers, so they are not known while one is down.
    if (servers.some(({ facts }) => facts === null)) {
      return { data: { servers }, text: lines.join('\n'), isFailure: true };
    }
    const figures = await readOpsMetrics(deps);
    const raised = await listRaisedAlarms(deps.database);
    const alarms = toAlarms(figures).map((alarm) => {
      const known = raised.find((one) => one.name === alarm.name && one.subject === alarm.subject);
      return { ...alarm, since: known?.since ?? null };
    });
    const rows = figures.map(({ name, labels, value }) => ({
      figure: name,
      of: Object.values(labels).join(' '),
      value: Math.round(value),
    }));
    const said = alarms.map(({ name, severity, message, since, runbook }) => {
      const when = since ? `, since ${since}` : '';
      return `ALARM ${name} (${severity}${when}): ${message}. See ${runbook}`;
    });
    const text = [toTable(rows), '', ...lines, ...(said.length > 0 ? said : ['no alarms'])].join(
      '\n',
    );
    return {
      data: { figures: rows, alarms, ...(servers.length > 0 ? { servers } : {}) },
      text,
      isFailure: alarms.length > 0,
    };
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
