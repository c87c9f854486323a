import { useActionData, useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { FactorPage } from '#web/sign-in/FactorPage.tsx';
import { factorAction, loadFactor } from '#web/sign-in/sign-in.ts';

await loadMessages('account', 'security');

export const loader = loadFactor;
export const action = factorAction;
export const headers: HeadersFunction = () => ({ 'cache-control': 'no-store' });
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'security.factor.page_title');

export default function SignInFactor() {
  return <FactorPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
