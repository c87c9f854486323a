import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { listTop15 } from '#contract/public/crypto-stats.ts';
import { listDirectionChanges } from '#contract/public/directions.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listTexts } from '#web/content/load-texts.ts';
import { publicPages, sitemapFile, sitemapParts } from '#web/head/sitemap.ts';
import { etagResponse } from '#web/head/text-files.ts';

const PART = /^[1-9]\d{0,3}$/;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { api, publicUrl, shop, modulesOff } = context.get(siteContext);
  const part = new URL(request.url).searchParams.get('part');
  if (part !== null && !PART.test(part)) throw data(null, { status: 404 });
  const [changes, coins, texts] = await Promise.all([
    call(listDirectionChanges, {}, api('ru')),
    call(listTop15, {}, api('ru')),
    listTexts(api),
  ]);
  if (!changes.ok) throw data(null, { status: 503 });
  const pages = publicPages({
    modulesOff,
    changes: changes.data.map(({ attributes }) => attributes),
    coins: coins.ok ? coins.data.map(({ id }) => id) : [],
    texts,
  });
  const site = { publicUrl, languages: shop.languages };
  const file = sitemapFile(site, sitemapParts(site, pages), part === null ? null : Number(part));
  if (file === undefined) throw data(null, { status: 404 });
  return etagResponse(request, file, 'application/xml');
}
