import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { pushNotices } from './notice-channel.ts';
import { deleteSubscriptionsBefore, purgeOrderSubscriptions } from './subscription-store.ts';

/** The customer is also notified of payments that arrive after the order has ended. */
export const ORDER_BROWSER_RETENTION_MS = 90 * DAY_MS;

/** Deletes guests' browsers after their orders ended. */
const pushJobs = ({ db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>): void =>
  queue.every('purge-push', 6 * HOUR_MS, async () => void (await purgeOrderSubscriptions(db, clock.now() - ORDER_BROWSER_RETENTION_MS)));

export const pushModule: Module = {
  name: 'push',
  tables: ['push_keys', 'push_subscriptions'],
  jobs: pushJobs,
  noticeChannel: pushNotices,
  deleteNoticeChannels: async (tx, { userId, before }) => await deleteSubscriptionsBefore(tx, userId, before),
};
