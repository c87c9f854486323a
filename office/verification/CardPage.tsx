import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { urlOf } from '#contract/call.ts';
import { officeGetCardCheck, officeGetCardPicture } from '#contract/office/orders/card-verifications.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { paths } from '#office/paths.ts';
import { CardFacts, OrderFacts, OtherCards } from './Facts.tsx';
import { Verdict } from './Verdict.tsx';
import { type CardCheck, useCardAction, useCardRenewal, useNextCard } from './use-card-action.ts';
import './CardPage.css';

const KEY_NAMES = { rotate: 'r', zoom: 'z x', fit: 'f' };

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

interface Props {
  readonly id: string;
  /** The photo is shown: from now on the card can be accepted. */
  readonly onShown: () => void;
  /** The photo has failed to load. The card can still be rejected, so that it does not stay first in the queue. */
  readonly onFailed: () => void;
}

/** The photo: rotate, zoom, scroll (also with the arrow keys). Each opening is audited. */
function Picture({ id, onShown: onSeen, onFailed }: Props) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const [tries, setTries] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const larger = () => setZoom((index) => Math.min(index + 1, ZOOMS.length - 1));
  const smaller = () => setZoom((index) => Math.max(index - 1, 0));
  const rotate = () => setTurns((turned) => (turned + 1) % 4);
  const fit = () => {
    setZoom(0);
    setTurns(0);
  };
  useKeys({ r: rotate, z: larger, x: smaller, f: fit }, 'page', KEY_NAMES);
  const isLying = turns % 2 === 1;
  return (
    <section className="stack" aria-label={t('office_cards.picture')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys too */}
      <div className="card-picture-view" tabIndex={0} role="group" aria-label={t('office_cards.picture')}>
        {isFailed ? (
          <div className="problem" role="alert">
            <p>{t('office_cards.picture_failed')}</p>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setFailed(false);
                setTries((count) => count + 1);
              }}
            >
              {t('office_cards.again')}
            </Button>
          </div>
        ) : (
          <img
            key={tries}
            src={urlOf(officeGetCardPicture, { params: { id } })}
            alt={t('office_cards.picture')}
            className={isLying ? 'is-lying' : ''}
            style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%`, transform: `rotate(${turns * 90}deg)` }}
            draggable={false}
            onLoad={onSeen}
            onError={() => {
              setFailed(true);
              onFailed();
            }}
          />
        )}
      </div>
      <div className="row">
        <Button size="compact-sm" variant="default" onClick={rotate}>
          {t('office_cards.rotate')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={larger}>
          {t('office_cards.zoom_in')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={smaller}>
          {t('office_cards.zoom_out')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={fit}>
          {t('office_cards.fit')}
        </Button>
      </div>
    </section>
  );
}

/** The lock of a taken card lasts two minutes. */
const RENEW_MS = 40_000;
const POLL_MS = 5_000;

/** The verifier who has taken the card, and a button to take it. */
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
