import type { Resource } from '#contract/document.ts';
import {
  changePartnerKey,
  createPartnerKey,
  listPartnerKeys,
  type PartnerKeyAttributes,
  revokePartnerKey,
  rotatePartnerKey,
} from '#contract/partner-keys.ts';
import { isOperatorRole } from '#core/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { SecurityTopic } from '#core/security-event.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Route, route, type SignedIn } from '#server/platform/http/route.ts';
import { callerOf } from '#server/sessions/caller.ts';
import { noteSecurityEvent, type TellPerson } from '#server/sessions/note-event.ts';
import { requireFresh } from '#server/sessions/require-fresh.ts';
import { changeKey, makeKey, rotateKey, type ShownKey } from './manage-keys.ts';
import * as store from './store.ts';

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'settings' | 'sandbox'> & { readonly tell: TellPerson };

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function present({ row, secret }: ShownKey): Resource<PartnerKeyAttributes> {
  return {
    type: 'partner_keys',
    id: row.id,
    attributes: {
      name: row.name,
      mode: row.mode,
      scopes: row.scopes,
      networks: row.networks,
      ...(secret === undefined ? {} : { secret }),
      secret_since: row.secret_since.toISOString(),
      old_secret_until: timeOf(row.old_secret_until),
      created_at: row.created_at.toISOString(),
      last_used_at: timeOf(row.last_used_at),
      last_used_ip: row.last_used_ip,
      revoked_at: timeOf(row.revoked_at),
      revoked_by: row.revoked_by,
    },
    links: { self: `/api/v1/partner_keys/${row.id}` },
  };
}

/** A customer who has just proved who he is: what a key does is done in his name. Who works here is no partner. */
function keeper(deps: RouteDeps, visitor: SignedIn): Result<null, 'access_denied' | 'fresh_factor_required'> {
  return isOperatorRole(visitor.role) ? refuse({ code: 'access_denied' }) : requireFresh(visitor, deps.clock.now());
}

interface Deed {
  readonly visitor: SignedIn;
  readonly tx: Tx;
  readonly ip: string;
  readonly header: (name: string) => string | undefined;
}

/** Written at the door of the account, with a letter: a key is a way in. */
async function note(deps: RouteDeps, deed: Deed, topic: SecurityTopic): Promise<void> {
  const { ip, device } = callerOf(deps, deed);
  await noteSecurityEvent(deps, deed.tx, { userId: deed.visitor.userId, topic, ip, device });
}

/** What an account does with its keys of the partner API. */
export const partnerKeyRoutes = (deps: RouteDeps): Route[] => [
  route(listPartnerKeys, async ({ visitor }) => {
    const rows = await store.listKeys(deps.db, visitor.userId);
    return accept({ data: rows.map((row) => present({ row })) });
  }),
  route(createPartnerKey, async (call) => {
    const fresh = keeper(deps, call.visitor);
    if (!fresh.ok) return fresh;
    const made = await makeKey(deps, call.tx, { userId: call.visitor.userId, ...call.body });
    if (!made.ok) return made;
    await note(deps, call, 'partner_key_made');
    return accept({ data: present(made.value) });
  }),
  route(changePartnerKey, async (call) => {
    const fresh = keeper(deps, call.visitor);
    if (!fresh.ok) return fresh;
    const changed = await changeKey(call.tx, { userId: call.visitor.userId, id: call.params.id, ...call.body });
    if (!changed.ok) return changed;
    if (changed.value.isOther) await note(deps, call, 'partner_key_changed');
    return accept({ data: present(changed.value) });
  }),
  route(rotatePartnerKey, async (call) => {
    const fresh = keeper(deps, call.visitor);
    if (!fresh.ok) return fresh;
    const { userId } = call.visitor;
    const rotated = await rotateKey(deps, call.tx, { userId, id: call.params.id, oldSecretHours: call.body.old_secret_hours });
    if (!rotated.ok) return rotated;
    await note(deps, call, 'partner_key_rotated');
    return accept({ data: present(rotated.value) });
  }),
  // Without a fresh proof: whoever has lost a secret must be able to end it at once
  route(revokePartnerKey, async (call) => {
    const revoked = {
      userId: call.visitor.userId,
      id: call.params.id,
      at: new Date(deps.clock.now()),
      by: 'partner',
      reason: null,
    } as const;
    if ((await store.revokeKey(call.tx, revoked)) === 0) return refuse({ code: 'not_found' });
    await note(deps, call, 'partner_key_revoked');
    return accept({});
  }),
];
