/** Projects and contracts that a file changes, in few statements. */
import {
  type Changeable,
  type ChangedObject,
  lockGivenObjects,
  updateObjectsTogether,
} from './changed-objects.ts';
import type { ImportKind } from './import-rows.ts';
import { type Change, differenceOf } from './rows.ts';

/** What was changed meanwhile is compared again, under the lock. */
export function changeObjects(of: Changeable): ImportKind['change'] {
  return async (tx, { clock }, { actor, places }) => {
    const all = await lockGivenObjects(tx, of, { companyId: actor.companyId, places });
    const updates: ChangedObject[] = [];
    const changed: Change[] = [];
    for (const { line, id, ref, given, stored } of all) {
      const { change, shown } = differenceOf<Record<string, string>>(stored, given);
      if (Object.keys(change).length === 0) continue;
      updates.push({ id, values: change });
      changed.push({ line, ref, fields: shown });
    }
    const by = { companyId: actor.companyId, actor: actor.name, at: clock.now() };
    await updateObjectsTogether(tx, by, { of, changed: updates });
    return { changed, refused: [], unchanged: all.length - changed.length };
  };
}
