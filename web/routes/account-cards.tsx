import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { listCardVerifications } from '#contract/public/card-verifications.ts';
import { requireUser } from '#web/api/user.ts';
import { siteContext } from '#web/api/site-context.ts';
import { CardsPage } from '#web/card-verification/CardsPage.tsx';
import { toCard } from '#web/card-verification/cards.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';

await loadMessages('card_verification');

/** The customer's cards. The page reloads them while one of them can still change and the tab is visible. */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  const { request, context } = args;
  const response = await call(listCardVerifications, {}, context.get(siteContext).api(localeOf(new URL(request.url).pathname)));
  return { cards: response.ok ? response.data.map(toCard) : null };
}

export default function Cards() {
  return <CardsPage initialCards={useLoaderData<typeof loader>().cards} />;
}
