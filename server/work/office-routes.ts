import { officeListWork } from '#contract/office/orders/work.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countWork, type WorkLanes } from './lane.ts';

/** Office route of the work that waits for the operator. */
export const officeWorkRoutes = (deps: Pick<Deps, 'db' | 'clock' | 'rails'>, lanes: WorkLanes): Route[] => [
  route(officeListWork, async ({ visitor: reader }) => {
    const work = await countWork(deps, deps.db, lanes, reader);
    return accept({
      data: work.lanes.map(({ lane, count, late, nextDue }) => ({
        type: 'work_lanes' as const,
        id: lane,
        attributes: { count, late, next_due_at: nextDue === null ? null : toRfc3339(nextDue.getTime()) },
      })),
      meta: { calling: work.calling },
    });
  }),
];
