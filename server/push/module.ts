import type { Module } from '#server/module.ts';
import { pushJobs } from './jobs.ts';
import { pushNotices } from './notice-channel.ts';
import { deleteSubscriptionsBefore } from './subscription-store.ts';

export const pushModule: Module = {
  name: 'push',
  tables: ['push_keys', 'push_subscriptions'],
  jobs: pushJobs,
  noticeChannel: pushNotices,
  deleteNoticePlaces: async (tx, { userId, before }) => await deleteSubscriptionsBefore(tx, userId, before),
};
