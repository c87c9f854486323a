import type { ActionFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { disavowSignIn } from '#contract/account/ways-in.ts';
import { returnForm } from '#web/form/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';

/** Runs on a press, never on opening the page: mail scanners open every link. */
export async function disavowAction({ request, context }: ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const result = await call(disavowSignIn, { body: { token } }, context.get(siteContext).api(localeOf(pathname)));
  return result.ok ? { isDone: true as const } : returnForm(new FormData(), result);
}
