import type { ActionFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { openHandover } from '#contract/handovers.ts';
import { returnForm, redirectWithCookies, textOf } from '#web/account/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

/** The press that uses a code: this browser holds the order from then on. Nothing of the token is given back to the page. */
export async function continueAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const token = textOf(await request.formData(), 'token') || ' ';
  const opened = await call(openHandover, { body: { token } }, site.api(locale));
  if (opened.ok) return redirectWithCookies(site, localPath(locale, `/order/${opened.data.attributes.order_id}`));
  return returnForm(new FormData(), opened);
}
