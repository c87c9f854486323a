import type { PlanProblem } from '#contract/office/catalogue/plans.ts';
import type { Document } from '#core/changes/change.ts';
import type { ChangeEntity } from '#core/changes/entities.ts';
import type { Deps } from '#server/deps.ts';

export type PlanDeps = Pick<Deps, 'changes'>;
export type PlanRefusal = 'invalid_format' | 'too_long';

/** Current and proposed document of one entity. */
export interface ProposedItem {
  readonly entity: ChangeEntity;
  readonly key: string;
  readonly now: Document | null;
  readonly next: Document;
  /** Row of the file; null without a file. */
  readonly row: number | null;
}

export interface ProposedChanges {
  readonly proposed: readonly ProposedItem[];
  /** Problems of rows that could not be read. */
  readonly problems: readonly PlanProblem[];
  /** Column of the file for a member; the member itself without a file. */
  readonly columnOf: (member: string) => string;
}
