import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { officeGetCardCheck } from '#contract/office-card-verifications.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { paths } from '#office/paths.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { Beside, CardFacts, OrderFacts } from './Facts.tsx';
import { Picture } from './Picture.tsx';
import { type CardCheck, useCardDeed } from './use-card-deed.ts';
import { useNext } from './use-next.ts';
import { Verdict } from './Verdict.tsx';

/** A sign of life while the card is in hand, well before its two minutes are over. */
const RENEW_MS = 40_000;
const POLL_MS = 5_000;

/** Who has it, and taking it where nobody does. */
function Holder({ check }: { readonly check: CardCheck }) {
  const { t } = useWords();
  const take = useCardDeed(check.id);
  const { attributes: one } = check;
  if (one.decided_at !== null) return <p className="badge calm">{t(`office_cards.state.${one.status}`)}</p>;
  return (
    <div className="row">
      {one.held_by === null ? null : <span className="badge time">{t('office_cards.theirs', { who: one.held_by })}</span>}
      <Button size="sm" variant="default" loading={take.isPending} onClick={() => take.mutate({ deed: 'take' })}>
        {t('office_cards.take')}
      </Button>
      {take.isError ? <Problem error={take.error} /> : null}
    </div>
  );
}

/** Keeps the card in hand while this page is open. */
function useRenewal(check: CardCheck | undefined): void {
  const renew = useCardDeed(check?.id ?? '');
  const isMine = check?.attributes.is_mine === true;
  const again = useEffectEvent(() => renew.mutate({ deed: 'take' }));
  useEffect(() => {
    if (!isMine) return;
    const timer = setInterval(() => again(), RENEW_MS);
    return () => clearInterval(timer);
  }, [isMine]);
}

function Sheet({ check }: { readonly check: CardCheck }) {
  const { t } = useWords();
  const [picture, setPicture] = useState<'awaited' | 'seen' | 'failed'>(check.attributes.has_picture ? 'awaited' : 'failed');
  const navigate = useNavigate();
  const next = useNext();
  const { attributes: one } = check;
  return (
    <div className="card-check">
      <div className="sheet">
        {one.has_picture ? (
          <Picture id={check.id} onSeen={() => setPicture('seen')} onFailed={() => setPicture('failed')} />
        ) : (
          <p className="dim">{t('office_cards.no_picture')}</p>
        )}
      </div>
      <div className="sheet card-side">
        {one.is_mine ? null : <Holder check={check} />}
        <Kept when={one.is_mine}>
          <Verdict id={check.id} picture={picture} onDecided={() => next.mutate()} onGivenBack={() => void navigate(paths.cardChecks())} />
        </Kept>
        <CardFacts check={check} />
        <OrderFacts check={check} />
        <Beside title={t('office_cards.elsewhere')} none={t('office_cards.none_elsewhere')} cards={one.elsewhere} />
        <Beside title={t('office_cards.earlier')} none={t('office_cards.none_earlier')} cards={one.earlier} />
      </div>
    </div>
  );
}

/** One card: its photo beside what was typed, its order, and what else is known of the person and the card. */
export function CardPage() {
  const api = useApi();
  const { t } = useWords();
  const id = useParams()['id'] ?? '';
  const asked = useQuery({
    queryKey: [...keys.cardChecks(), id],
    queryFn: async ({ signal }) => (await api(officeGetCardCheck, { params: { id }, signal })).data,
    refetchInterval: POLL_MS,
  });
  useRenewal(asked.data);
  useEffect(() => {
    document.title = t('office_cards.title');
  }, [t]);
  return (
    <>
      <h1>{t('office_cards.title')}</h1>
      {asked.isError ? <Problem error={asked.error} retry={() => void asked.refetch()} /> : null}
      {asked.data === undefined ? asked.isError ? null : <Loader size="sm" /> : <Sheet key={id} check={asked.data} />}
    </>
  );
}
