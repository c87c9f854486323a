import type { ChangeEntity } from '#core/changes/entities.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { ChangeRules, CheckedItem } from './changeable.ts';

/** Tells every process and the office that the list of changes changed. */
export const CHANGES_CHANNEL = 'changes_changed';

/** What comes first stands under what comes later, and goes after it. */
const ORDER: readonly ChangeEntity[] = ['payment_system', 'direction'];

const placeOf = (entity: ChangeEntity): number => (ORDER.includes(entity) ? ORDER.indexOf(entity) : ORDER.length);

/** Writes checked items and tells every process to read and price anew, in the transaction of their change. */
export async function writeItems(
  deps: { readonly live: Deps['live']; readonly changes: ChangeRules },
  tx: Tx,
  checked: readonly CheckedItem[],
): Promise<void> {
  const groups = [...Map.groupBy(checked, ({ item }) => item.entity)].toSorted(([a], [b]) => placeOf(a) - placeOf(b));
  for (const [entity, group] of groups) {
    const documents = group.flatMap(({ next }) => (next === null ? [] : [next]));
    if (documents.length > 0) await deps.changes.entities[entity].save(tx, documents);
  }
  for (const [entity, group] of groups.toReversed()) {
    const gone = group.filter(({ next }) => next === null).map(({ item }) => item.key);
    if (gone.length > 0) await deps.changes.entities[entity].remove(tx, gone);
  }
  const channels = new Set(groups.map(([entity]) => deps.changes.entities[entity].channel));
  for (const channel of channels) await deps.live.notify(tx, channel, 'change');
}
