import { useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { hiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { loadOff } from '#web/mail-off/load-off.ts';
import { MailOffPage } from '#web/mail-off/MailOffPage.tsx';

await loadMessages('own');

export const loader = loadOff;
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = ({ location }) => hiddenMeta(location.pathname);

export default function MailOff() {
  return <MailOffPage {...useLoaderData<typeof loader>()} />;
}
