import type { ActionFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { disavowSignIn } from '#contract/ways-in.ts';
import { giveBack } from '#web/account/posted.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';

/** By a press and never by opening the page: programs that read mail open every link in it. */
export async function disavowAction({ request, context }: ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const done = await call(disavowSignIn, { body: { token } }, context.get(siteContext).api(localeOf(pathname)));
  return done.ok ? { isDone: true as const } : giveBack(new FormData(), done);
}
