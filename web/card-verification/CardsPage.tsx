import { useState } from 'react';
import { formatDateTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Wizard } from './Wizard.tsx';
import { rejectionText, type Card, cancelCard } from './cards.ts';
import { type Cards, useCards } from './use-cards.ts';

/** Deletes a card; a second press confirms. */
function DeleteCard({ card, onDeleted }: { readonly card: Card; readonly onDeleted: () => void }) {
  const { t, locale } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const [isFailed, setFailed] = useState(false);
  if (!isConfirming)
    return (
      <Button tone="text" onClick={() => setConfirming(true)}>
        {t('card_verification.account.delete')}
      </Button>
    );
  const remove = async () => {
    const response = await cancelCard(locale, card.id, crypto.randomUUID());
    if (response.ok) onDeleted();
    else setFailed(true);
  };
  return (
    <div role="group" aria-labelledby={`delete-${card.id}`} className="grid gap-3 rounded-tray border border-loss p-4">
      <p id={`delete-${card.id}`} className="text-sm leading-6">
        {t('card_verification.account.delete_question', { card: card.card_number_masked })}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button tone="loss" onClick={() => void remove()}>
          {t('card_verification.account.delete_yes')}
        </Button>
        <Button onClick={() => setConfirming(false)}>{t('card_verification.account.delete_no')}</Button>
      </div>
      {isFailed ? (
        <Notice tone="loss" role="alert">
          {t('card_verification.account.delete_failed')}
        </Notice>
      ) : null}
    </div>
  );
}

function CardRow({ card, onDeleted }: { readonly card: Card; readonly onDeleted: () => void }) {
  const { t, locale } = useTranslation();
  const isWaiting = card.status === 'pending' || card.status === 'processing';
  return (
    <li className="grid gap-1 border-b border-line py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="figures font-medium">{card.card_number_masked}</span>
        <span className={card.status === 'rejected' ? 'text-loss' : ''}>{t(`card_verification.account.state.${card.status}`)}</span>
      </p>
      <p className="figures text-sm text-muted">
        {card.name} · {formatDateTime(card.decided_at ?? card.created_at, locale)}
      </p>
      {card.status === 'rejected' ? <p className="text-sm">{rejectionText(t, card.reason)}</p> : null}
      {isWaiting && card.opens_at === null ? (
        <p className="text-sm" role="status">
          {t('card_verification.place', { count: card.queue_position ?? 1, minutes: card.eta_minutes ?? 0 })}
        </p>
      ) : null}
      {card.status === 'rejected' ? null : (
        <div>
          <DeleteCard card={card} onDeleted={onDeleted} />
        </div>
      )}
    </li>
  );
}

function CardList({ cards }: { readonly cards: Cards }) {
  const { t } = useTranslation();
  const { list } = cards;
  if (list === null) return cards.isLoadFailed ? <Notice tone="time">{t('card_verification.account.unread')}</Notice> : null;
  if (list.length === 0) return <p className="text-muted">{t('card_verification.account.none')}</p>;
  return (
    <ul aria-label={t('card_verification.account.list')}>
      {list.map((card) => (
        <CardRow key={card.id} card={card} onDeleted={() => cards.remove(card.id)} />
      ))}
    </ul>
  );
}

/** Cards of the account. Another one can be verified here before an order needs it. */
export function CardsPage({ initialCards }: { readonly initialCards: readonly Card[] | null }) {
  const { t } = useTranslation();
  const cards = useCards(null, { initialCards });
  const [addedCard, setAddedCard] = useState<Card | null>(null);
  const [isAdding, setAdding] = useState(false);
  const currentCard = addedCard === null ? null : (cards.list?.find(({ id }) => id === addedCard.id) ?? addedCard);
  return (
    <div className="grid max-w-xl gap-6">
      <h1 className="text-2xl font-semibold">{t('card_verification.account.title')}</h1>
      <p className="text-sm leading-6">{t('card_verification.why')}</p>
      {isAdding ? (
        <Wizard
          orderId={null}
          masked={null}
          card={currentCard}
          onSent={(card) => {
            setAddedCard(card);
            cards.add(card);
          }}
          onCancelled={(id) => {
            setAddedCard(null);
            setAdding(false);
            cards.remove(id);
          }}
        />
      ) : (
        <Button className="justify-self-start" tone="action" onClick={() => setAdding(true)}>
          {t('card_verification.account.add')}
        </Button>
      )}
      <CardList cards={cards} />
    </div>
  );
}
