import { officeAddToBlacklist, officeEndBlacklistEntry, officeListBlacklist } from '#contract/office-blacklist.ts';
import { comparedRequisite, readTyped } from '#core/blacklist.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { markOf } from './find-listed.ts';
import { listSomebody, unlistSomebody } from './list-somebody.ts';
import { presentEntry } from './present.ts';
import { readNetwork } from './read-network.ts';
import { countEntries, type EntryFilter, findEntry, listEntries } from './store.ts';

/** What a pasted text would be kept out under, whatever it is. */
function readSearch(deps: Pick<Deps, 'secrets'>, typed: string): Pick<EntryFilter, 'marks' | 'address'> {
  const bare = comparedRequisite(typed);
  const network = readNetwork(typed);
  return {
    marks: [
      ...(bare.length < 4 ? [] : [markOf(deps, 'wallet', bare), markOf(deps, 'document', bare)]),
      markOf(deps, 'device', typed),
      ...(typed.includes('@') ? [markOf(deps, 'email', foldEmail(typed))] : []),
    ],
    address: network.ok ? network.value : undefined,
  };
}

type ListDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'random'>;

/** An entry as it stands after a deed. */
export async function shownEntry({ clock }: Pick<Deps, 'clock'>, db: Queryable, id: string) {
  const row = await findEntry(db, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  return accept({ data: { type: 'blacklist_entries' as const, id, attributes: presentEntry(row, clock.now()) } });
}

/** The operators' calls about whom the shop makes no orders with. */
export const officeBlacklistRoutes = (deps: ListDeps): Route[] => [
  route(officeListBlacklist, async (call) => {
    const { state = 'active', kind, q: typed } = call.query;
    const now = deps.clock.now();
    const q = typed?.trim() || undefined;
    const searched = q === undefined ? { marks: [], address: undefined } : readSearch(deps, q);
    const filter: EntryFilter = { state, kind, q, ...searched, now };
    const page = pageOf(call);
    const [{ rows, ends }, total] = await Promise.all([listEntries(deps.db, filter, page), countEntries(deps.db, filter, page.most)]);
    return accept({
      data: rows.map((row) => ({ type: 'blacklist_entries', id: row.id, attributes: presentEntry(row, now) })),
      page: pageMeta(page, total, ends),
    });
  }),
  route(officeAddToBlacklist, async ({ body, visitor: { userId: operatorId }, tx }) => {
    const { kind, value, reason, note, ends_at: ends } = body;
    const endsAt = ends == null ? null : Date.parse(ends);
    const typed = kind === 'network' ? readNetwork(value) : readTyped(kind, value);
    if (!typed.ok) return typed;
    const listed = await listSomebody(deps, tx, { kind, value, reason, note: note.trim(), endsAt, operatorId });
    if (!listed.ok) return listed;
    const shown = await shownEntry(deps, tx, listed.value);
    if (!shown.ok) throw new Error('the entry that was just written is gone');
    return shown;
  }),
  route(officeEndBlacklistEntry, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    if ((await findEntry(tx, id)) === undefined) return refuse({ code: 'not_found' });
    const ended = await unlistSomebody(deps, tx, { id, note: body.note.trim(), operatorId });
    return ended.ok ? await shownEntry(deps, tx, id) : ended;
  }),
];
