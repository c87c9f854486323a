import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { listTop15 } from '#contract/crypto-stats.ts';
import { listPaymentSystems } from '#contract/payment-systems.ts';
import { siteContext } from '#web/api/site-context.ts';
import { publicPaths, sitemapXml } from '#web/head/sitemap.ts';
import { textAnswer } from '#web/head/text-answer.ts';

export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { api, publicUrl, shop } = context.get(siteContext);
  const [listed, coins] = await Promise.all([call(listPaymentSystems, {}, api('ru')), call(listTop15, {}, api('ru'))]);
  if (!listed.ok) throw data(null, { status: 503 });
  const systems = listed.data.map(({ id, attributes }) => ({ id, outcome_payment_system_ids: attributes.outcome_payment_system_ids }));
  return textAnswer(
    sitemapXml({ publicUrl, languages: shop.languages }, publicPaths(systems, coins.ok ? coins.data.map(({ id }) => id) : [])),
    'application/xml',
  );
}
