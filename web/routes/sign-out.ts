import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { deleteSession } from '#contract/account/sessions.ts';
import { redirectWithCookies } from '#web/form/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

const homeOf = (request: Request): string => localPath(localeOf(new URL(request.url).pathname), '/');

/** A link never signs out. */
export const loader = ({ request }: LoaderFunctionArgs) => redirect(homeOf(request));

export async function action({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  await call(deleteSession, {}, site.api(localeOf(new URL(request.url).pathname)));
  return redirectWithCookies(site, homeOf(request));
}
