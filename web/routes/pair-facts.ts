import { data, type LoaderFunctionArgs } from 'react-router';
import { pairInSlug } from '#core/link/pair-path.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { findOfferedPair } from '#web/catalogue/systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { renderFacts } from '#web/pairs/render-facts.tsx';

/** Facts of a pair as HTML, for a page whose pair was changed: the page's scripts cannot render them. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const locale = localeOf(new URL(request.url).pathname);
  const transport = context.get(siteContext).api(locale);
  const codes = pairInSlug(params['pair'] ?? '');
  const systems = codes === undefined ? [] : await listSystems(transport);
  if (systems === undefined) throw data(null, { status: 503 });
  const pair = codes && findOfferedPair(systems, codes);
  const html = pair && (await renderFacts({ transport, locale, systems, pair }));
  if (html === undefined) throw data(null, { status: 404 });
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=5', 'x-robots-tag': 'noindex' },
  });
}
