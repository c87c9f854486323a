import type { Module } from '#server/module.ts';
import { mailChoiceRoutes } from './choice-routes.ts';
import { devMail } from './dev-mail.ts';
import { mailJobs, noticeJobs } from './jobs.ts';
import { unsubscribePost } from './unsubscribe.ts';

export const mailsModule: Module = {
  name: 'mails',
  tables: ['channel_notices', 'letters', 'mail_choices', 'mail_news', 'mail_recipients', 'notice_choices', 'quiet_hours'],
  routes: mailChoiceRoutes,
  plugins: (deps) => [unsubscribePost(deps), ...(deps.settings.mode === 'demo' ? [devMail(deps)] : [])],
  jobs(deps, { registries }) {
    const emailKinds = registries.emailKinds(deps);
    mailJobs(deps, emailKinds);
    noticeJobs(deps, emailKinds, registries.noticeChannels(deps));
  },
};
