import { useActionData, useSearchParams, type MetaFunction } from 'react-router';
import { businessAction } from '#web/business/business.ts';
import { BusinessPage } from '#web/business/BusinessPage.tsx';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('business', 'account');

export const action = businessAction;
export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('business.page_title'), description: t('business.description') });
};

export default function Business() {
  const [query] = useSearchParams();
  return <BusinessPage isSent={query.has('sent')} returned={useActionData<typeof action>()} />;
}
