import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const WorkLaneAttributes = z.object({
  /** Items this operator can act on. */
  count: z.number(),
  /** Items past their promised time. */
  late: z.number(),
  /** The next promised time, which may have passed; null: none. */
  next_due_at: z.nullable(z.string()),
});

export const officeListWork = endpoint({
  name: 'officeListWork',
  summary: "Returns pending work of the caller's role by lane (the id)",
  method: 'GET',
  path: '/api/office/v1/work',
  action: 'enter_office',
  reply: {
    kind: 'collection',
    type: 'work_lanes',
    attributes: WorkLaneAttributes,
    /** `calling`: number of distinct urgent items; the office sounds when it grows. */
    meta: z.object({ calling: z.number() }),
  },
  refusals: [],
});
