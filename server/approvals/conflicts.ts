import { type ApprovalKind, decidersOf } from '#core/staff/approval.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import type { Parties } from './executor.ts';

const TotalRow = rowType({ total: col.number });

/** Number of enabled users with these roles, except these ids. */
const countOtherOperators = async (db: Queryable, roles: readonly string[], ids: readonly string[]): Promise<number> =>
  (
    await db.one(
      TotalRow,
      sql`
      select count(*)::int as total from users
      where role = any(${roles}::text[]) and id <> all(${ids}::uuid[]) and disabled_at is null`,
    )
  ).total;

export const hasOtherOperators = async (db: Queryable, roles: readonly string[], operatorId: string): Promise<boolean> =>
  (await countOtherOperators(db, roles, [operatorId])) > 0;

/** An open proposal the operator may be asked to decide. */
interface Candidate {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly subject: string;
  readonly needs: number;
}

/**
 * Ids of proposals that this operator has a part in while enough others could approve them. The operator is neither offered them nor
 * permitted to approve them. Small teams are exempt.
 */
export async function findConflicts(
  db: Queryable,
  parties: Parties,
  { candidates, operatorId }: { readonly candidates: readonly Candidate[]; readonly operatorId: string },
): Promise<ReadonlySet<string>> {
  const conflicted = new Set<string>();
  for (const kind of new Set(candidates.map((candidate) => candidate.kind))) {
    const ofKind = candidates.filter((candidate) => candidate.kind === kind);
    const people = await parties[kind]?.(
      db,
      ofKind.map(({ subject }) => subject),
    );
    for (const { id, subject, needs } of ofKind) {
      const interested = people?.get(subject) ?? [];
      if (interested.includes(operatorId) && (await countOtherOperators(db, decidersOf(kind), interested)) >= needs) conflicted.add(id);
    }
  }
  return conflicted;
}
