import { useNavigate } from 'react-router';
import {
  type CardCheckDetailAttributes,
  officeAcceptCard,
  officeGiveBackCard,
  officeRejectCard,
  officeTakeCard,
  officeTakeNextCard,
} from '#contract/office/orders/card-verifications.ts';
import type { Resource } from '#contract/document.ts';
import type { CardReason } from '#core/customer/card-verification.ts';
import { keys } from '#office/api/keys.ts';
import type { Api } from '#office/api/use-api.ts';
import { useAction, useCommand } from '#office/api/use-command.ts';
import { paths } from '#office/paths.ts';

export type CardCheck = Resource<CardCheckDetailAttributes>;

/** An action of a verifier on a card. */
export type CardAction =
  | { readonly kind: 'take' }
  | { readonly kind: 'give_back' }
  | { readonly kind: 'accept' }
  | { readonly kind: 'reject'; readonly reason: CardReason; readonly message: string };

async function send(call: Api, id: string, action: CardAction): Promise<CardCheck> {
  const params = { id };
  switch (action.kind) {
    case 'take':
      return (await call(officeTakeCard, { params })).data;
    case 'give_back':
      return (await call(officeGiveBackCard, { params })).data;
    case 'accept':
      return (await call(officeAcceptCard, { params })).data;
    case 'reject':
      return (await call(officeRejectCard, { params, body: { reason: action.reason, words: action.message } })).data;
  }
}

const AFTER = [keys.cardChecks()];

/** Acts on one card. */
export const useCardAction = (id: string, onDone: () => void = () => undefined) =>
  useAction((action: CardAction, call) => send(call, id, action), { after: AFTER, onDone });

/** Renews the verifier's lock on a card: without a key, because a replayed answer renews nothing. */
export const useCardRenewal = () =>
  useAction((id: string, call) => call(officeTakeCard, { params: { id } }), { after: AFTER, isKeyed: false });

/** Takes the next waiting card and opens it; opens the list where none waits. */
export function useNextCard() {
  const navigate = useNavigate();
  return useCommand(officeTakeNextCard, {
    after: AFTER,
    onDone: ({ data }) => void navigate(data === null ? paths.cardChecks() : paths.cardCheck(data.id)),
  });
}
