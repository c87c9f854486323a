import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const WorkLaneAttributes = z.object({
  /** What of it this operator can act on. */
  count: z.number(),
  /** How much of it has waited beyond its promise. */
  late: z.number(),
  /** When the next promise ends, or ended; null: nothing there has one. */
  next_due_at: z.nullable(z.string()),
});

export const officeListWork = endpoint({
  name: 'officeListWork',
  summary: 'What waits for people of this role, by lane (the id)',
  method: 'GET',
  path: '/api/office/v1/work',
  action: 'enter_office',
  reply: {
    kind: 'collection',
    type: 'work_lanes',
    attributes: WorkLaneAttributes,
    /** `calling`: how many different things should be seen now; more of them than before sound. */
    meta: z.object({ calling: z.number() }),
  },
  refusals: [],
});
