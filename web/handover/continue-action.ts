import type { ActionFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { openHandover } from '#contract/public/handovers.ts';
import { returnForm, redirectWithCookies, textOf } from '#web/form/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

/** Uses up the token of a code: this browser then holds the order. The token is not returned to the page. */
export async function continueAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const token = textOf(await request.formData(), 'token') || ' ';
  const response = await call(openHandover, { body: { token } }, site.api(locale));
  if (response.ok) return redirectWithCookies(site, localPath(locale, `/order/${response.data.attributes.order_id}`));
  return returnForm(new FormData(), response);
}
