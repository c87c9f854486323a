import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Files that take longest for their size, longest first. Without times of an earlier run Vitest starts with the largest files: a short
 * file with long tests came last and ran alone, on one of two workers.
 */
export const LONGEST = [
  'tests/bench/benches.db.test.ts',
  'tests/faults/bombs.db.test.ts',
  'tests/faults/number-bounds.db.test.ts',
  'tests/architecture/optional-modules.db.test.ts',
  'tests/faults/provider-faults.db.test.ts',
] as const;

const rankOf = ({ moduleId }: Pick<TestSpecification, 'moduleId'>): number => {
  const rank = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank < 0 ? LONGEST.length : rank;
};

/** Vitest's own order, with the longest files first; files of one group stay together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
