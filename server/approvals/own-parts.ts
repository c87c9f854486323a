import type { ApprovalKind } from '#core/approval.ts';
import { decidersOf } from '#core/approval.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Parties } from './executor.ts';
import { countOthers } from './has-others.ts';

/** A proposal that somebody is about to be asked about. */
export interface Candidate {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly subject: string;
  readonly needs: number;
}

/**
 * Which proposals this operator would agree to although they are of the operator's own doing, while enough others could agree: they are
 * neither offered nor accepted. A shop of few goes on.
 */
export async function findOwnParts(
  db: Queryable,
  parties: Parties,
  { candidates, operatorId }: { readonly candidates: readonly Candidate[]; readonly operatorId: string },
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const kind of new Set(candidates.map((one) => one.kind))) {
    const ofKind = candidates.filter((one) => one.kind === kind);
    const people = await parties[kind]?.(
      db,
      ofKind.map(({ subject }) => subject),
    );
    for (const { id, subject, needs } of ofKind) {
      const parts = people?.get(subject) ?? [];
      if (parts.includes(operatorId) && (await countOthers(db, decidersOf(kind), parts)) >= needs) own.add(id);
    }
  }
  return own;
}
