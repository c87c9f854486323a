import { data, useLoaderData, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { siteContext } from '#web/api/site-context.ts';
import { ClosedPage } from '#web/exchange/ClosedPage.tsx';
import { readBreak } from '#web/exchange/read-break.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';

await loadMessages('exchange');

/** Page of a technical break (spec 2): its end, and what still works. It updates itself when the break ends. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const transport = context.get(siteContext).api(localeOf(new URL(request.url).pathname));
  return data({ techBreak: await readBreak(transport, null) }, { headers: { 'cache-control': 'no-store' } });
}
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const shouldRevalidate = () => false;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'exchange.break.page_title');

export default function Break() {
  const { techBreak } = useLoaderData<typeof loader>();
  return <ClosedPage closed={{ pair: null, techBreak, nearest: [] }} />;
}
