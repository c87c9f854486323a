import type { ChangeEntity } from '#core/changes/entities.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { ChangeRules, CheckedItem } from './changeable.ts';

/** Channel of the list of changes, for every process and the office. */
export const CHANGES_CHANNEL = 'changes_changed';

/** Order of writes: a direction refers to payment systems. Removal goes in the reverse order. */
const WRITE_ORDER: readonly ChangeEntity[] = ['payment_system', 'direction'];

const rankOf = (entity: ChangeEntity): number => (WRITE_ORDER.includes(entity) ? WRITE_ORDER.indexOf(entity) : WRITE_ORDER.length);

/** Saves and removes checked items, and notifies every process to reload them, in the transaction of the change. */
export async function writeItems(
  deps: { readonly live: Deps['live']; readonly changes: ChangeRules },
  tx: Tx,
  checked: readonly CheckedItem[],
): Promise<void> {
  const groups = [...Map.groupBy(checked, ({ item }) => item.entity)].toSorted(([a], [b]) => rankOf(a) - rankOf(b));
  for (const [entity, group] of groups) {
    const documents = group.flatMap(({ next }) => (next === null ? [] : [next]));
    if (documents.length > 0) await deps.changes.entities[entity].save(tx, documents);
  }
  for (const [entity, group] of groups.toReversed()) {
    const removedKeys = group.filter(({ next }) => next === null).map(({ item }) => item.key);
    if (removedKeys.length > 0) await deps.changes.entities[entity].remove(tx, removedKeys);
  }
  const channels = new Set(groups.map(([entity]) => deps.changes.entities[entity].channel));
  for (const channel of channels) await deps.live.notify(tx, channel, 'change');
}
