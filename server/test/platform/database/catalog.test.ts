/** The list of what the migrations create (`vitest -u` writes it), by which `quittance doctor` finds what is missing. */
import { describe, expect, it } from 'vitest';
import { CATALOG_FILE, readCatalog } from '../../../src/platform/database/catalog.ts';
import { useDatabase } from '../../database.ts';

describe('The catalog of the schema', () => {
  const fresh = useDatabase();

  it('the catalog of this version is what the migrations create', async () => {
    const lines = await readCatalog(fresh.database.pool);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(CATALOG_FILE);
  });
});
