import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findRequisite } from './store.ts';

/** Whether a requisite of the pool, in whatever state, belongs to this payment system. */
export const isRequisiteOf = async (deps: Pick<Deps, 'clock'>, db: Queryable, of: { readonly id: string; readonly code: string }) =>
  (await findRequisite(db, of.id, deps.clock.now()))?.payment_system_code === of.code;
