import { officeAddToBlacklist, officeEndBlacklistEntry, officeListBlacklist } from '#contract/office/customers/blacklist.ts';
import { comparableRequisite, readManualEntry } from '#core/customer/blacklist.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { blacklistHash, readNetwork } from './find-blacklisted.ts';
import { addToBlacklist, endBlacklistEntry } from './edit-blacklist.ts';
import { presentEntry } from './present.ts';
import { countEntries, type EntryFilter, findEntry, listEntries } from './store.ts';

/** The hashes and network a pasted text could be blacklisted under, of any kind. */
function readSearch(deps: Pick<Deps, 'secrets'>, text: string): Pick<EntryFilter, 'hashes' | 'address'> {
  const normalised = comparableRequisite(text);
  const network = readNetwork(text);
  return {
    hashes: [
      ...(normalised.length < 4 ? [] : [blacklistHash(deps, 'wallet', normalised), blacklistHash(deps, 'document', normalised)]),
      blacklistHash(deps, 'device', text),
      ...(text.includes('@') ? [blacklistHash(deps, 'email', foldEmail(text))] : []),
    ],
    address: network.ok ? network.value : undefined,
  };
}

type ListDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'random'>;

export async function entryResponse({ clock }: Pick<Deps, 'clock'>, db: Queryable, id: string) {
  const row = await findEntry(db, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  return accept({ data: { type: 'blacklist_entries' as const, id, attributes: presentEntry(row, clock.now()) } });
}

/** Office routes about the blacklist. */
export const officeBlacklistRoutes = (deps: ListDeps): Route[] => [
  route(officeListBlacklist, async (call) => {
    const { state = 'active', kind, q: search } = call.query;
    const now = deps.clock.now();
    const q = search?.trim() || undefined;
    const matches = q === undefined ? { hashes: [], address: undefined } : readSearch(deps, q);
    const filter: EntryFilter = { state, kind, q, ...matches, now };
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([listEntries(deps.db, filter, page), countEntries(deps.db, filter, page.maxCounted)]);
    return accept({
      data: rows.map((row) => ({ type: 'blacklist_entries', id: row.id, attributes: presentEntry(row, now) })),
      page: pageInfo(page, total, ends),
    });
  }),
  route(officeAddToBlacklist, async ({ body, visitor: { userId: operatorId }, tx }) => {
    const { kind, value, reason, note, ends_at: ends } = body;
    const endsAt = ends == null ? null : Date.parse(ends);
    const parsed = kind === 'network' ? readNetwork(value) : readManualEntry(kind, value);
    if (!parsed.ok) return parsed;
    const added = await addToBlacklist(deps, tx, { kind, value, reason, note: note.trim(), endsAt, operatorId });
    if (!added.ok) return added;
    const response = await entryResponse(deps, tx, added.value);
    if (!response.ok) throw new Error('the entry inserted just now was not found');
    return response;
  }),
  route(officeEndBlacklistEntry, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    if ((await findEntry(tx, id)) === undefined) return refuse({ code: 'not_found' });
    const ended = await endBlacklistEntry(deps, tx, { id, note: body.note.trim(), operatorId });
    return ended.ok ? await entryResponse(deps, tx, id) : ended;
  }),
];
