import type { Module } from '#server/module.ts';
import { notifyBySecurityMail } from '#server/security-emails/security-emails.ts';
import { telegramJobs } from './jobs.ts';
import { endLinksBefore } from './link-store.ts';
import { telegramNotices } from './send-messages.ts';
import { helpHandler, linkHandlers, statusHandler } from './bot-commands.ts';

export const telegramModule: Module = {
  name: 'telegram',
  tables: ['telegram_bots', 'telegram_links', 'telegram_messages', 'telegram_tokens', 'telegram_updates'],
  service(deps, { adapters: { bot }, registries, config }) {
    if (bot === undefined || config.role === 'web') return undefined;
    const linking = linkHandlers({ ...deps, notifyUser: notifyBySecurityMail(deps) });
    const handlers = [...linking, statusHandler(deps), ...registries.botHandlers(deps), helpHandler(deps)];
    const runner = telegramJobs(deps, { bot, handlers, storeFile: registries.storeBotFile(deps) });
    return { start: () => Promise.resolve(), stop: runner.stop };
  },
  noticeChannel: telegramNotices,
  deleteNoticeChannels: async (tx, { userId, before, now }) => await endLinksBefore(tx, { userId, before }, now),
};
