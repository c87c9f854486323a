import { useActionData, useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { loadSupport, sendSupport } from '#web/chat/load-support.ts';
import { OpenLinkPage, SupportPage } from '#web/chat/SupportPage.tsx';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('chat');

export const loader = loadSupport;
export const action = sendSupport;
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return [...pageMeta({ title: t('chat.page_title'), description: t('chat.description') }), { name: 'robots', content: 'noindex' }];
};

export default function Support() {
  const loaded = useLoaderData<typeof loader>();
  const returned = useActionData<typeof action>();
  if (loaded.kind === 'link') return <OpenLinkPage thread={loaded.thread} chatKey={loaded.key} />;
  const { key, thread, orderId, now } = loaded;
  return <SupportPage thread={thread} orderId={orderId} now={now} messageKey={key} returned={returned} />;
}
