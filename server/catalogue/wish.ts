import type { PlanProblem } from '#contract/office-catalogue.ts';
import type { Document } from '#core/changes/change.ts';
import type { ChangeEntity } from '#core/changes/entities.ts';
import type { Deps } from '#server/deps.ts';

export type PlanDeps = Pick<Deps, 'changes'>;
export type PlanRefusal = 'invalid_format' | 'too_long';

/** What one thing is to become. */
export interface Wished {
  readonly entity: ChangeEntity;
  readonly key: string;
  readonly now: Document | null;
  readonly next: Document;
  /** Line of the file. */
  readonly row: number | null;
}

export interface WishList {
  readonly wished: readonly Wished[];
  /** Rows that could not even be read. */
  readonly problems: readonly PlanProblem[];
  /** Name of the file's column for a member, where there is a file. */
  readonly columnOf: (member: string) => string;
}
