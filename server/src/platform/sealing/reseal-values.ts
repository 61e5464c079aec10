/**
 * Reseals values sealed with an older key, in small batches (ADR 0081). Once none are left, only the nightly run
 * counts again, because a process configured with the older key first may have written values since.
 */
import type { Deps } from '../../kernel/deps.ts';
import { lessLeft, readTurn, writeLeft } from './key-use.ts';
import { countByKey, resealColumn } from './reseal.ts';
import { nameOfColumn, SEALED_COLUMNS } from './sealed-values.ts';

type ResealDeps = Pick<Deps, 'database' | 'sealer' | 'log'>;

async function countLeft(deps: ResealDeps): Promise<number> {
  const others = (await countByKey(deps.database)).filter(
    ({ keyId }) => keyId !== deps.sealer.keyId,
  );
  const left = others.reduce((sum, { count }) => sum + count, 0);
  await writeLeft(deps, left);
  return left;
}

async function sealAll(deps: ResealDeps): Promise<number> {
  const { database, sealer, log } = deps;
  let count = 0;
  for (const column of SEALED_COLUMNS) {
    const onBatch = (sealed: number) => lessLeft(deps, sealed);
    const { sealed, unreadable } = await resealColumn(database, { column, sealer }, { onBatch });
    count += sealed;
    if (unreadable > 0) {
      log.error(
        { event: 'sealing_key.unreadable', column: nameOfColumn(column), count: unreadable },
        'sealed values open with no configured key',
      );
    }
  }
  return count;
}

export async function resealValues(deps: ResealDeps, { recount = false } = {}): Promise<number> {
  const { isOurs, leftCount } = await readTurn(deps);
  // Another process, started later with a different first key, does this work.
  if (!isOurs || (leftCount === 0 && !recount)) return 0;
  if ((await countLeft(deps)) === 0) return 0;
  const resealed = await sealAll(deps);
  const left = await countLeft(deps);
  deps.log.info(
    { event: 'sealing_key.resealed', keyId: deps.sealer.keyId, resealed, left },
    'values of an older sealing key were sealed again',
  );
  return resealed;
}
