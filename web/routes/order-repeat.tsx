import { useActionData, useLoaderData, type HeadersFunction, type MetaFunction, type ShouldRevalidateFunctionArgs } from 'react-router';
import { hiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { loadRepeat, repeatAction } from '#web/order-repeat/load-repeat.ts';
import { type RepeatFailure, repeatInBrowser } from '#web/order-repeat/repeat-failure.ts';
import { RepeatPage } from '#web/order-repeat/RepeatPage.tsx';
import { FailurePage } from '#web/layout/FailurePage.tsx';

await loadMessages('own');

export const loader = loadRepeat;
export const action = repeatAction;
export const clientAction = repeatInBrowser;
/** After an unanswered attempt only the attempt is repeated, so the loaders do not run. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && (actionResult as RepeatFailure | undefined)?.unansweredPrice === undefined;
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = ({ location }) => hiddenMeta(location.pathname);

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} subject="order" />;
}

export default function OrderRepeat() {
  return <RepeatPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
