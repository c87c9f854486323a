import { redirect, type ActionFunctionArgs } from 'react-router';
import { confirmEmailChange, refuseAccount, undoEmailChange } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { returnForm } from '#web/form/returned-form.ts';

/** Actions of the links in account letters. They need a press on a button: mail scanners open links. */
const ACTIONS = {
  new_email: { endpoint: confirmEmailChange, notice: 'email' },
  old_email: { endpoint: undoEmailChange, notice: 'undone' },
  not_mine: { endpoint: refuseAccount, notice: 'refused' },
} as const;
export type MailedAction = keyof typeof ACTIONS;

export const mailedLinkAction =
  (action: MailedAction) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const url = new URL(request.url);
    const locale = localeOf(url.pathname);
    const { endpoint, notice } = ACTIONS[action];
    const body = { token: url.searchParams.get('token') || '-' };
    const result = await call<typeof confirmEmailChange | typeof refuseAccount | typeof undoEmailChange>(
      endpoint,
      { body },
      context.get(siteContext).api(locale),
    );
    return result.ok ? redirect(`${localPath(locale, '/sign-in')}?news=${notice}`) : returnForm(new FormData(), result);
  };
