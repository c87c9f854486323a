import { type ChangeItem, MAX_ITEMS, inverseOf } from '#core/changes/change.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { checkItems, mayChange } from './check-items.ts';
import type { ChangeRefusal, CheckedItem, ExceededGuard } from './changeable.ts';
import { findChange, readItems } from './store.ts';

/** Result of the checks of a change. */
export interface ChangePreview {
  readonly checked: readonly CheckedItem[];
  readonly exceeded: readonly ExceededGuard[];
}

/** Items of the roll-back of an applied change. */
export async function reversedItems({ db }: Pick<Deps, 'db'>, id: string): Promise<Result<readonly ChangeItem[], 'not_found'>> {
  return (await findChange(db, id)) ? accept((await readItems(db, id)).map(inverseOf)) : refuse({ code: 'not_found', field: 'rolls_back' });
}

/** Runs all checks of `submitChange` on the items without writing; refusals are the same. */
export async function judgeItems(
  deps: Pick<Deps, 'db' | 'changes'>,
  { items, role }: { readonly items: readonly ChangeItem[]; readonly role: string },
): Promise<Result<ChangePreview, ChangeRefusal>> {
  if (items.length === 0) return refuse({ code: 'required', field: 'items' });
  if (items.length > MAX_ITEMS) return refuse({ code: 'too_long', field: 'items', params: { max: MAX_ITEMS } });
  if (!mayChange(role, items)) return refuse({ code: 'access_denied' });
  const checked = await checkItems(deps.changes, deps.db, items, { lock: false });
  return checked.ok ? accept({ checked: checked.value, exceeded: await deps.changes.judge(deps.db, checked.value) }) : checked;
}
