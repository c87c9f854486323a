import { data, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { call } from '#contract/call.ts';
import { getReferralProgramme } from '#contract/account/referrals.ts';
import { Programme } from '#web/earnings/Programme.tsx';
import { siteContext } from '#web/api/site-context.ts';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('earnings');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const response = await call(getReferralProgramme, {}, context.get(siteContext).api(localeOf(new URL(request.url).pathname)));
  if (!response.ok) throw data(null, { status: 503 });
  return { programme: response.data.attributes };
}

export const meta: MetaFunction = ({ location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('earnings.programme.page_title'), description: t('earnings.programme.description') });
};

export default function Referral() {
  return <Programme {...useLoaderData<typeof loader>()} />;
}
