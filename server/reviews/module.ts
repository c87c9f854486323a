import type { Module } from '#server/module.ts';
import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { INVITE_TO_REVIEW, REVIEW_EMAIL, reviewEmails, reviewJobs } from './review-emails.ts';
import { officeReviewRoutes } from './office-routes.ts';
import { reviewRoutes } from './routes.ts';

/** Reviews to moderate. */
const reviewWork: WorkLane = {
  covers: { 'reviews.state': ['pending'] },
  rows: () => sql`
    select r.id as subject, null as order_id, r.written_at as since, r.written_at + interval '1 day' as due, false as is_taken,
      true as calls
    from reviews r where r.state = 'pending'`,
};

export const reviewsModule: Module = {
  name: 'reviews',
  tables: ['review_answers', 'review_invitations', 'reviews'],
  routes: (deps) => [...reviewRoutes(deps), ...officeReviewRoutes(deps)],
  jobs: reviewJobs,
  reactions: [INVITE_TO_REVIEW],
  work: { reviews: reviewWork },
  emails: (deps) => ({ [REVIEW_EMAIL]: reviewEmails(deps) }),
};
