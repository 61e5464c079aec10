/** A cluster is distributed only while no process of the portal is connected (docs/scale.md). */
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import {
  connectionName,
  listConnectedProcesses,
} from '../../../src/platform/database/postgres-facts.ts';
import { useDatabase } from '../../database.ts';

const fresh = useDatabase();

describe('Connected processes (docs/scale.md)', () => {
  it('the processes that are connected are named by role and machine, and other programs are not', async () => {
    expect(await listConnectedProcesses(fresh.database.pool)).toEqual([]);
    const name = connectionName('web');
    const options = { name, connectionsMax: 2, onIdleError: () => undefined };
    const web = openDatabase({ ...options, url: fresh.url });
    await Promise.all([web.pool.query('select'), web.pool.query('select')]);
    expect(await listConnectedProcesses(fresh.database.pool)).toEqual([`${name} at 127.0.0.1`]);
    await web.close();
  });
});
