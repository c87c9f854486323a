import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** Threads that wait for an answer (spec 9: 15 to 60 minutes). */
export const chatWork: WorkLane = {
  covers: { 'chat_threads.state': ['waiting'] },
  rows: () => sql`
    select id as subject, null as order_id, unanswered_since as since, due_at as due, false as is_taken, true as calls
    from chat_threads where state = 'waiting'`,
};
