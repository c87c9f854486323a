import { type ChangeItem, MOST_ITEMS, reversed } from '#core/changes/change.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { checkItems, mayChange } from './check-items.ts';
import type { ChangeRefusal, CheckedItem, Fired } from './changeable.ts';
import { findChange, readItems } from './store.ts';

/** A change as it would be made now. */
export interface Judged {
  readonly checked: readonly CheckedItem[];
  readonly fired: readonly Fired[];
}

/** The items that would take an applied change back. */
export async function reversedItems({ db }: Pick<Deps, 'db'>, id: string): Promise<Result<readonly ChangeItem[], 'not_found'>> {
  return (await findChange(db, id)) ? accept((await readItems(db, id)).map(reversed)) : refuse({ code: 'not_found', field: 'rolls_back' });
}

/** Everything that making a change would look at, and nothing written: the same refusals at the same places. */
export async function judgeItems(
  deps: Pick<Deps, 'db' | 'changes'>,
  { items, role }: { readonly items: readonly ChangeItem[]; readonly role: string },
): Promise<Result<Judged, ChangeRefusal>> {
  if (items.length === 0) return refuse({ code: 'required', field: 'items' });
  if (items.length > MOST_ITEMS) return refuse({ code: 'too_long', field: 'items', params: { max: MOST_ITEMS } });
  if (!mayChange(role, items)) return refuse({ code: 'access_denied' });
  const checked = await checkItems(deps.changes, deps.db, items, { lock: false });
  return checked.ok ? accept({ checked: checked.value, fired: await deps.changes.judge(deps.db, checked.value) }) : checked;
}
