import type { Resource } from '#contract/document.ts';
import {
  type DataExportAttributes,
  eraseAccount,
  listDataExports,
  requestDataExport,
  takeDataExport,
} from '#contract/account/personal-data.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { requireFresh } from '#server/sessions/visitor.ts';
import { sessionCookies } from '#server/sessions/caller.ts';
import { requestErasure } from './erase-account.ts';
import { requestExport, readExport, takeExport } from './exports.ts';
import { type ExportRow, listExports } from './exports-store.ts';

const present = (row: ExportRow): Resource<DataExportAttributes> => ({
  type: 'data_exports',
  id: row.id,
  attributes: {
    state: row.state,
    done: row.done,
    parts: row.parts,
    size: row.size,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  },
});

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'files' | 'queue' | 'live' | 'shop' | 'settings'>;

/** Export and erasure of personal data (quality R44). */
export const personalDataRoutes = (deps: RouteDeps): Route[] => [
  route(requestDataExport, async ({ visitor, tx }) => accept({ data: present(await requestExport(deps, tx, visitor.userId)) })),
  route(listDataExports, async ({ visitor }) => accept({ data: (await listExports(deps.db, visitor.userId)).map(present) })),
  route(takeDataExport, async ({ visitor, params, isHead }) => {
    const proof = requireFresh(visitor, deps.clock.now());
    if (!proof.ok) return proof;
    const request = { id: params.id, userId: visitor.userId };
    const bytes = isHead ? await readExport(deps, request) : await takeExport(deps, request);
    return bytes === undefined ? refuse({ code: 'not_found' }) : accept({ bytes, fileName: 'razmen-data.zip', disposition: 'attachment' });
  }),
  route(eraseAccount, async ({ visitor, body, tx }) => {
    const proof = requireFresh(visitor, deps.clock.now());
    if (!proof.ok) return proof;
    const erased = await requestErasure(deps, tx, { userId: visitor.userId, email: body.email });
    if (!erased.ok) return erased;
    const { id, requested_at: at, orders_due_at: due } = erased.value;
    return accept({
      data: { type: 'erasures', id, attributes: { requested_at: at.toISOString(), orders_erased_after: due.toISOString() } },
      cookies: sessionCookies(deps.settings.publicUrl).clear(),
      headers: { 'clear-site-data': '"cache", "storage"' },
    });
  }),
];
