import type { SearchedNoun } from '#contract/office/orders/search.ts';
import { paths } from '#office/paths.ts';

/** Where what was found is opened. */
export const FOUND_PATH: Readonly<Record<SearchedNoun, (subject: string) => string>> = {
  orders: paths.order,
  withdrawals: paths.withdrawal,
  partners: paths.partner,
  chats: paths.chat,
};
