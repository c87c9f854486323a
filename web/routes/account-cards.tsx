import type { LoaderFunctionArgs } from 'react-router';
import { requireUser } from '#web/account/user.ts';
import { CardsPage } from '#web/card-verification/CardsPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('card_verification');

/** The cards themselves are read by the page: each moves while it is looked at. */
export const loader = async (args: LoaderFunctionArgs) => {
  await requireUser(args);
  return null;
};

export default CardsPage;
