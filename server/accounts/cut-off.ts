import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { cutOffPrograms, type ProgramDeps } from '#server/sessions/cut-off-programs.ts';
import { forgetWaysInBefore } from '#server/second-factors/remove-factor.ts';
import { endSessionsBeside, endSessionsOf, type Telling } from '#server/sessions/end-sessions.ts';
import { noteEndedAtProof } from '#server/sessions/ended-sessions.ts';
import { forgetWalletsBefore } from '#server/user-wallets/keep-wallet.ts';
import { findOpening } from '#server/users/opening.ts';
import { dropPasswordOf } from '#server/users/set-password.ts';
import { mailToken } from './mail-token.ts';

/** Ends the chats and browsers that are notified about an account. Given at assembly: these modules come later in the order. */
export type ForgetPlaces = (tx: Tx, of: { readonly userId: string; readonly before: Instant }) => Promise<void>;

export type CutOffDeps = Pick<Deps, 'clock' | 'random' | 'secrets'> & Telling & ProgramDeps & { readonly forgetPlaces: ForgetPlaces };

interface Linked {
  readonly userId: string;
  readonly before: Instant;
}

/**
 * Ends everything that was linked to an account before a moment: providers, passkeys, authenticator apps, saved requisites, notices; and
 * what programs call and are called with.
 */
export async function forgetLinked(deps: CutOffDeps, tx: Tx, { userId, before }: Linked): Promise<void> {
  await forgetWaysInBefore(deps, tx, userId, before);
  await forgetWalletsBefore(tx, userId, before);
  await deps.forgetPlaces(tx, { userId, before });
  await cutOffPrograms(deps, tx, { userId, since: 0 });
}

/** Nobody can sign in any more; the address gets a link for a new password. */
export async function closeEveryWayIn(deps: CutOffDeps, tx: Tx, { userId, email }: { readonly userId: string; readonly email: string }) {
  await forgetLinked(deps, tx, { userId, before: deps.clock.now() + 1 });
  await dropPasswordOf(tx, userId);
  await endSessionsOf(deps, tx, userId);
  await mailToken(deps, tx, { purpose: 'reset', userId: null, email });
}

export interface ProvenHere {
  readonly userId: string;
  readonly email: string;
  /** The account's session that the proof came with; null: a browser that is not signed in to it. */
  readonly sessionHash: Buffer | null;
  /** Hash of the device token of the browser that the proof came from. */
  readonly deviceHash: Buffer;
}

/**
 * An address is proven: the person who opened the account need not be the person who reads the mail (decision 0087). A browser that is
 * signed in to the account is both: its session and what is linked stay. A proof from any other browser ends every session and
 * everything linked; of an account opened with a password only the password stays, of one opened by a provider nothing.
 */
export async function cutOffAtProof(deps: CutOffDeps, tx: Tx, { userId, email, sessionHash, deviceHash }: ProvenHere): Promise<void> {
  if (sessionHash !== null) {
    await endSessionsBeside(deps, tx, userId, sessionHash);
    return;
  }
  await noteEndedAtProof(tx, { userId, deviceHash, now: deps.clock.now() });
  const opening = await findOpening(tx, userId);
  if (opening?.openedWith != null) {
    await closeEveryWayIn(deps, tx, { userId, email });
    return;
  }
  await forgetLinked(deps, tx, { userId, before: deps.clock.now() + 1 });
  await endSessionsOf(deps, tx, userId);
}
