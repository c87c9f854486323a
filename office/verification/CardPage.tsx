import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { officeGetCardCheck } from '#contract/office/orders/card-verifications.ts';
import { keys } from '#office/api/keys.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { Screen, Loaded } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { OtherCards, CardFacts, OrderFacts } from './Facts.tsx';
import { Picture } from './Picture.tsx';
import { type CardCheck, useCardAction, useCardRenewal, useNextCard } from './use-card-action.ts';
import { Verdict } from './Verdict.tsx';
import './CardPage.css';

/** The lock of a taken card lasts two minutes. */
const RENEW_MS = 40_000;
const POLL_MS = 5_000;

/** The verifier who holds the card; the button takes it. */
function Holder({ check }: { readonly check: CardCheck }) {
  const { t } = useTranslation();
  const take = useCardAction(check.id);
  const { attributes } = check;
  if (attributes.decided_at !== null) return <p className="badge calm">{t(`office_cards.state.${attributes.status}`)}</p>;
  return (
    <div className="row">
      {attributes.held_by === null ? null : <span className="badge time">{t('office_cards.theirs', { who: attributes.held_by })}</span>}
      <Button size="sm" variant="default" loading={take.isPending} onClick={() => take.run({ kind: 'take' })}>
        {t('office_cards.take')}
      </Button>
      <CommandProblem error={take.error} />
    </div>
  );
}

/** Renews the lock on the card while this page is open. */
function useRenewal(check: CardCheck | undefined): void {
  const renew = useCardRenewal();
  const isMine = check?.attributes.is_mine === true;
  const again = useEffectEvent(() => {
    if (check !== undefined) renew.run(check.id);
  });
  useEffect(() => {
    if (!isMine) return;
    const timer = setInterval(() => again(), RENEW_MS);
    return () => clearInterval(timer);
  }, [isMine]);
}

function CardSheet({ check }: { readonly check: CardCheck }) {
  const { t } = useTranslation();
  const [picture, setPicture] = useState<'awaited' | 'seen' | 'failed'>(check.attributes.has_picture ? 'awaited' : 'failed');
  const navigate = useNavigate();
  const next = useNextCard();
  const { attributes } = check;
  return (
    <div className="card-check">
      <div className="sheet">
        {attributes.has_picture ? (
          <Picture id={check.id} onShown={() => setPicture('seen')} onFailed={() => setPicture('failed')} />
        ) : (
          <p className="dim">{t('office_cards.no_picture')}</p>
        )}
      </div>
      <div className="sheet card-side">
        {attributes.is_mine ? null : <Holder check={check} />}
        <KeepWhileEditing when={attributes.is_mine}>
          <Verdict
            id={check.id}
            picture={picture}
            onDecided={() => next.run({ body: {} })}
            onGivenBack={() => void navigate(paths.cardChecks())}
          />
        </KeepWhileEditing>
        <CardFacts check={check} />
        <OrderFacts check={check} />
        <OtherCards title={t('office_cards.elsewhere')} none={t('office_cards.none_elsewhere')} cards={attributes.elsewhere} />
        <OtherCards title={t('office_cards.earlier')} none={t('office_cards.none_earlier')} cards={attributes.earlier} />
      </div>
    </div>
  );
}

/** One card: its photo beside the entered data, its order, and other cards of the customer. */
export function CardPage() {
  const api = useApi();
  const { t } = useTranslation();
  const id = useParams()['id'] ?? '';
  const query = useQuery({
    queryKey: [...keys.cardChecks(), id],
    queryFn: async ({ signal }) => (await api(officeGetCardCheck, { params: { id }, signal })).data,
    refetchInterval: POLL_MS,
  });
  useRenewal(query.data);
  return (
    <Screen title={t('office_cards.title')}>
      <Loaded query={query}>{(check) => <CardSheet key={id} check={check} />}</Loaded>
    </Screen>
  );
}
