import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { recordSecurityEvent, type NotifyUser } from './record-security-event.ts';

/**
 * Revokes an account's API keys that were created or got a new secret since a moment. Pauses all its webhooks, as their addresses may
 * have been changed. Returns whether there were any. Injected, because these modules come later in the module order.
 */
export type RevokeApiAccess = (tx: Tx, scope: { readonly userId: string; readonly since: Instant }) => Promise<boolean>;

export type ApiAccessDeps = Pick<Deps, 'random' | 'clock'> & { readonly notifyUser: NotifyUser; readonly revokeApiAccess: RevokeApiAccess };

/** Ends API access that an intruder may have set up, and notifies the account's owner (decision 0084). */
export async function cutOffApiAccess(
  deps: ApiAccessDeps,
  tx: Tx,
  scope: { readonly userId: string; readonly since: Instant },
): Promise<void> {
  if (!(await deps.revokeApiAccess(tx, scope))) return;
  await recordSecurityEvent(deps, tx, { userId: scope.userId, topic: 'programs_cut_off', ip: null, device: null });
}
