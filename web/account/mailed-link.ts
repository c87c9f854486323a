import { redirect, type ActionFunctionArgs } from 'react-router';
import { confirmEmailChange, refuseAccount, undoEmailChange } from '#contract/accounts.ts';
import { call } from '#contract/call.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { giveBack } from './posted.ts';

/** What the links of account letters do when their button is pressed: programs that look into mails press none. */
const DEEDS = {
  new_email: { endpoint: confirmEmailChange, news: 'email' },
  old_email: { endpoint: undoEmailChange, news: 'undone' },
  not_mine: { endpoint: refuseAccount, news: 'refused' },
} as const;
export type MailedDeed = keyof typeof DEEDS;

export const mailedLinkAction =
  (deed: MailedDeed) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const url = new URL(request.url);
    const locale = localeOf(url.pathname);
    const { endpoint, news } = DEEDS[deed];
    const body = { token: url.searchParams.get('token') || '-' };
    const done = await call<typeof confirmEmailChange | typeof refuseAccount | typeof undoEmailChange>(
      endpoint,
      { body },
      context.get(siteContext).api(locale),
    );
    return done.ok ? redirect(`${localPath(locale, '/sign-in')}?news=${news}`) : giveBack(new FormData(), done);
  };
