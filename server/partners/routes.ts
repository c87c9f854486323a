import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Resource } from '#contract/document.ts';
import { CLIENT_PACKAGE_PATH } from '#contract/partner/client-package.ts';
import {
  changePartnerKey,
  createPartnerKey,
  listPartnerKeys,
  type PartnerKeyAttributes,
  revokePartnerKey,
  rotatePartnerKey,
} from '#contract/partner/partner-keys.ts';
import { isOperatorRole } from '#core/access/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { SecurityTopic } from '#core/security/security-event.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Route, route, type SignedIn } from '#server/platform/http/route.ts';
import { callerOf } from '#server/sessions/caller.ts';
import { type NotifyUser, recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { requireFresh } from '#server/sessions/visitor.ts';
import { createKey, type KeyView, rotateKey, updateKey } from './manage-keys.ts';
import * as store from './store.ts';

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'settings' | 'sandbox'> & { readonly notifyUser: NotifyUser };

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function present({ row, secret }: KeyView): Resource<PartnerKeyAttributes> {
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

/** Requires a customer who confirmed their identity recently, because a key acts in their name. Operators cannot be partners. */
function requireKeyOwner(deps: RouteDeps, visitor: SignedIn): Result<null, 'access_denied' | 'fresh_factor_required'> {
  return isOperatorRole(visitor.role) ? refuse({ code: 'access_denied' }) : requireFresh(visitor, deps.clock.now());
}

interface KeyCall {
  readonly visitor: SignedIn;
  readonly tx: Tx;
  readonly ip: string;
  readonly header: (name: string) => string | undefined;
}

/** Records a security event and mails it: a key gives access to the account. */
async function recordKeyEvent(deps: RouteDeps, call: KeyCall, topic: SecurityTopic): Promise<void> {
  const { ip, device } = callerOf(deps, call);
  await recordSecurityEvent(deps, call.tx, { userId: call.visitor.userId, topic, ip, device });
}

/** The account's endpoints for its partner API keys. */
export const partnerKeyRoutes = (deps: RouteDeps): Route[] => [
  route(listPartnerKeys, async ({ visitor }) => {
    const rows = await store.listKeys(deps.db, visitor.userId);
    return accept({ data: rows.map((row) => present({ row })) });
  }),
  route(createPartnerKey, async (call) => {
    const permission = requireKeyOwner(deps, call.visitor);
    if (!permission.ok) return permission;
    const created = await createKey(deps, call.tx, { userId: call.visitor.userId, ...call.body });
    if (!created.ok) return created;
    await recordKeyEvent(deps, call, 'partner_key_made');
    return accept({ data: present(created.value) });
  }),
  route(changePartnerKey, async (call) => {
    const permission = requireKeyOwner(deps, call.visitor);
    if (!permission.ok) return permission;
    const changed = await updateKey(call.tx, { userId: call.visitor.userId, id: call.params.id, ...call.body });
    if (!changed.ok) return changed;
    if (changed.value.isAccessChanged) await recordKeyEvent(deps, call, 'partner_key_changed');
    return accept({ data: present(changed.value) });
  }),
  route(rotatePartnerKey, async (call) => {
    const permission = requireKeyOwner(deps, call.visitor);
    if (!permission.ok) return permission;
    const { userId } = call.visitor;
    const rotated = await rotateKey(deps, call.tx, { userId, id: call.params.id, oldSecretHours: call.body.old_secret_hours });
    if (!rotated.ok) return rotated;
    await recordKeyEvent(deps, call, 'partner_key_rotated');
    return accept({ data: present(rotated.value) });
  }),
  // Without a recent confirmation: a leaked secret must be revocable at once
  route(revokePartnerKey, async (call) => {
    const revocation = {
      userId: call.visitor.userId,
      id: call.params.id,
      at: new Date(deps.clock.now()),
      by: 'partner',
      reason: null,
    } as const;
    if ((await store.revokeKey(call.tx, revocation)) === 0) return refuse({ code: 'not_found' });
    await recordKeyEvent(deps, call, 'partner_key_revoked');
    return accept({});
  }),
];

const CACHE_CONTROL = 'public, max-age=3600';

/** Serves the client package that the build packed; a development build has none. */
export const clientPackage =
  ({ buildFolder }: { readonly buildFolder: string }): FastifyPluginAsync =>
  async (app) => {
    const file = path.join(buildFolder, path.basename(CLIENT_PACKAGE_PATH));
    if (!existsSync(file)) return;
    const archive = await readFile(file);
    const etag = `"${createHash('sha256').update(archive).digest('base64url')}"`;
    app.get(CLIENT_PACKAGE_PATH, async (request, reply) => {
      reply.header('cache-control', CACHE_CONTROL).header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply
        .type('application/gzip')
        .header('content-disposition', `attachment; filename="${path.basename(CLIENT_PACKAGE_PATH)}"`)
        .send(archive);
    });
  };
