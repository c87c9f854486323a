import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { attachOrders } from '#server/orders/customer-orders.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/route.ts';
import { hashOfId, hashOfToken } from '#server/sessions/caller.ts';
import { endAllSessions, type SessionEndDeps } from '#server/sessions/end-sessions.ts';
import { disableUnverified, saveNewEmail, setEmailVerified } from '#server/users/change-user.ts';
import { deleteIdentitiesOf } from '#server/users/identities.ts';
import { type CutOffDeps, cutOffOnVerification } from './cut-off.ts';
import { tokenHash } from './mail-token.ts';
import { consumeByHash, findVerifiedOwner, listUnverified, lockEmail } from './store.ts';

const IMPOSSIBLE = refuse({ code: 'invalid_token', message: 'activation_impossible' } as const);

type VerifyDeps = Pick<Deps, 'clock'> & SessionEndDeps;

interface AddressVerification {
  readonly userId: string;
  readonly email: string;
  /** The address replaces the account's present one. */
  readonly isNew?: boolean;
}

/**
 * Marks an address as verified by an account. Refused if another account has verified it. Closes other accounts that name the address and
 * adds guests' orders to the account.
 */
export async function verifyEmail(
  deps: VerifyDeps,
  tx: Tx,
  { userId, email, isNew = false }: AddressVerification,
): Promise<Result<null, 'invalid_token'>> {
  await lockEmail(tx, email);
  const verified = await findVerifiedOwner(tx, email);
  if (verified !== undefined && verified.id !== userId) return IMPOSSIBLE;
  const now = deps.clock.now();
  const save = async () => (isNew ? await saveNewEmail(tx, userId, email) : await setEmailVerified(tx, userId, now));
  if (verified === undefined && (await save()) === 0) return IMPOSSIBLE;
  await attachOrders(tx, { userId, email });
  for (const { id } of await listUnverified(tx, email)) {
    await endAllSessions(deps, tx, id);
    await disableUnverified(tx, id, now);
    // A user of a sign-in provider can use it again to open a new account
    await deleteIdentitiesOf(tx, id);
  }
  return accept(null);
}

interface ActivateInput {
  readonly token: string;
  /** Recognizes the browser on later sign-ins. */
  readonly deviceToken: string;
  readonly visitor: Pick<SignedIn, 'userId' | 'sessionId' | 'email'> | undefined;
}

/**
 * Verifies the address of an account by a mailed link, on any device (decision 0090). Returns the account's id. Refused to a visitor whose
 * own account names the same address: the mail is then about another account.
 */
export async function activate(
  deps: CutOffDeps,
  tx: Tx,
  { token, deviceToken, visitor }: ActivateInput,
): Promise<Result<string, 'invalid_token'>> {
  const hash = tokenHash(token);
  const row = hash && (await consumeByHash(tx, { purpose: 'activate', hash, now: deps.clock.now() }));
  if (row === undefined || row.user_id === null) return IMPOSSIBLE;
  const { user_id: userId, email } = row;
  const isOwnAccount = visitor?.userId === userId;
  if (!isOwnAccount && visitor?.email.toLowerCase() === email.toLowerCase()) return IMPOSSIBLE;
  const verified = await verifyEmail(deps, tx, { userId, email });
  if (!verified.ok) return verified;
  await cutOffOnVerification(deps, tx, {
    userId,
    email,
    sessionHash: isOwnAccount ? hashOfId(visitor.sessionId) : null,
    deviceHash: hashOfToken(deviceToken),
  });
  return accept(userId);
}
