import type { Module } from '#server/module.ts';
import { INVITE_TO_REVIEW, REVIEW_EMAIL, reviewJobs } from './invite.ts';
import { officeReviewRoutes } from './office-routes.ts';
import { reviewEmails } from './review-emails.ts';
import { reviewRoutes } from './routes.ts';
import { reviewWork } from './work.ts';

export const reviewsModule: Module = {
  name: 'reviews',
  tables: ['review_answers', 'review_invitations', 'reviews'],
  routes: (deps) => [...reviewRoutes(deps), ...officeReviewRoutes(deps)],
  jobs: reviewJobs,
  reactions: [INVITE_TO_REVIEW],
  work: { reviews: reviewWork },
  emails: (deps) => ({ [REVIEW_EMAIL]: reviewEmails(deps) }),
};
