import type { ApprovalKind } from '#core/staff/approval.ts';
import { decidersOf } from '#core/staff/approval.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Parties } from './executor.ts';
import { countOtherOperators } from './other-operators.ts';

/** An open proposal the operator may be asked to decide. */
export interface Candidate {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly subject: string;
  readonly needs: number;
}

/**
 * Ids of the proposals this operator has a part in while enough others could approve them: these are neither offered to the
 * operator nor accepted. In a small team the rule does not apply.
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
