import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getMailChoice } from '#contract/account/mail-choices.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';

/** What the link of a letter opens. Reading it changes nothing: scanners of mail read every link. */
export async function loadOff({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const token = url.searchParams.get('t') ?? '';
  const found = await call(
    getMailChoice,
    { params: { token: token === '' ? 'none' : token } },
    context.get(siteContext).api(localeOf(url.pathname)),
  );
  if (!found.ok && found.status === 0) throw data(null, { status: 503 });
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };
  return found.ok
    ? data({ choice: found.data.attributes, token }, { headers })
    : data({ choice: null, token: '' }, { status: 404, headers });
}
