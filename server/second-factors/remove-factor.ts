import { mayBeWithoutFactor } from '#core/sign-in.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteIdentitiesBefore, deleteIdentitiesSince } from '#server/users/identities.ts';
import {
  deleteFactorsBefore,
  deleteFactorsSince,
  deletePasskeyRow,
  deletePasskeys,
  deleteRecoveryCodes,
  deleteTotp,
  lockFactors,
  noteFactors,
} from './store.ts';
import { hasWayIn } from './ways-in.ts';

export interface Removing {
  readonly userId: string;
  readonly role: string;
  /** A passkey's id; null: the authenticator app. */
  readonly passkeyId: string | null;
}

/** Forgets one factor. The last one of somebody who has to have one stays, and a passkey that is the last way in; with a customer's last one his recovery codes go. */
export async function removeFactor(
  deps: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  { userId, role, passkeyId }: Removing,
): Promise<Result<null, 'not_found' | 'access_denied'>> {
  await lockFactors(tx, userId);
  const removed = passkeyId === null ? await deleteTotp(tx, userId) : await deletePasskeyRow(tx, userId, passkeyId);
  if (removed === 0) return refuse({ code: 'not_found' });
  const hasMore = await noteFactors(tx, userId, deps.clock.now());
  if (!hasMore && !mayBeWithoutFactor(role, deps.settings.mode)) return refuse({ code: 'access_denied', message: 'last_factor' });
  if (!(await hasWayIn(tx, userId))) return refuse({ code: 'access_denied', message: 'last_way_in' });
  if (!hasMore) await deleteRecoveryCodes(tx, userId);
  return accept(null);
}

/** Forgets all of them: he enrols anew at his next sign-in. */
export async function resetFactors(deps: Pick<Deps, 'clock'>, tx: Tx, userId: string): Promise<void> {
  await lockFactors(tx, userId);
  await deleteTotp(tx, userId);
  await deletePasskeys(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await noteFactors(tx, userId, deps.clock.now());
}

/** Takes away what somebody else has made his ways in: factors and providers added since then. What was there before stays. */
export async function forgetWaysInSince(deps: Pick<Deps, 'clock'>, tx: Tx, userId: string, since: Instant): Promise<void> {
  await lockFactors(tx, userId);
  await deleteFactorsSince(tx, userId, since);
  await deleteIdentitiesSince(tx, userId, since);
  if (!(await noteFactors(tx, userId, deps.clock.now()))) await deleteRecoveryCodes(tx, userId);
}

/** Takes away the factors and providers that were added before then. */
export async function forgetWaysInBefore(deps: Pick<Deps, 'clock'>, tx: Tx, userId: string, before: Instant): Promise<void> {
  await lockFactors(tx, userId);
  await deleteFactorsBefore(tx, userId, before);
  await deleteIdentitiesBefore(tx, userId, before);
  if (!(await noteFactors(tx, userId, deps.clock.now()))) await deleteRecoveryCodes(tx, userId);
}
