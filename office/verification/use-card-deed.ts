import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  officeAcceptCard,
  officeGiveBackCard,
  officeRejectCard,
  officeTakeCard,
  type CardCheckDetailAttributes,
} from '#contract/office-card-verifications.ts';
import type { Resource } from '#contract/document.ts';
import type { CardReason } from '#core/card-verification.ts';
import { keys } from '#office/api/keys.ts';
import { type Api, useApi } from '#office/api/use-api.ts';

export type CardCheck = Resource<CardCheckDetailAttributes>;

/** What a verifier does with a card. */
export type CardDeed =
  | { readonly deed: 'take' }
  | { readonly deed: 'give_back' }
  | { readonly deed: 'accept' }
  | { readonly deed: 'reject'; readonly reason: CardReason; readonly words: string };

async function run(api: Api, id: string, deed: CardDeed): Promise<CardCheck> {
  const params = { id };
  switch (deed.deed) {
    case 'take':
      return (await api(officeTakeCard, { params })).data;
    case 'give_back':
      return (await api(officeGiveBackCard, { params })).data;
    case 'accept':
      return (await api(officeAcceptCard, { params })).data;
    case 'reject':
      return (await api(officeRejectCard, { params, body: { reason: deed.reason, words: deed.words } })).data;
  }
}

/** A deed, and all that is shown of cards read again after it, whatever came of it. */
export function useCardDeed(id: string, onDone: () => void = () => undefined) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (deed: CardDeed) => await run(api, id, deed),
    onSuccess: onDone,
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.cardChecks() }),
  });
}
