import type { Resource } from '#contract/document.ts';
import type { UserAttributes } from '#contract/account/sessions.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listIdentities } from './identities.ts';
import { presentUser } from './present.ts';
import { findUser } from './store.ts';

/** A user as shown to themselves and to operators; undefined when there is none. */
export async function readUser(deps: Pick<Deps, 'settings'>, db: Queryable, id: string): Promise<Resource<UserAttributes> | undefined> {
  const user = await findUser(db, id);
  if (user === undefined) return undefined;
  const identities = await listIdentities(db, id);
  return presentUser(
    deps,
    user,
    identities.map(({ provider }) => provider),
  );
}
