import { formatTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { rejectionText } from './rejection-text.ts';
import type { Card } from './wire.ts';

interface Props {
  readonly card: Card;
  /** Whether an order waits for this card. */
  readonly hasOrder: boolean;
  readonly onAgain: () => void;
  readonly onCancel: () => void;
}

/** A card in the queue: its position and the expected time, or the opening hour. */
function PendingResult({ card, hasOrder, onCancel }: Omit<Props, 'onAgain'>) {
  const { t, locale } = useTranslation();
  const { opens_at: opensAt, queue_position: queuePosition, eta_minutes: minutes } = card;
  return (
    <div className="grid gap-4">
      <div role="status" aria-live="polite">
        <Notice
          tone={opensAt === null ? 'calm' : 'time'}
          title={t(card.status === 'processing' ? 'card_verification.checking' : 'card_verification.waiting')}
        >
          {opensAt !== null ? (
            <>
              <p>{t('card_verification.closed', { at: formatTime(opensAt, locale) })}</p>
              {hasOrder ? <p>{t('card_verification.closed_order')}</p> : null}
            </>
          ) : card.status === 'processing' ? (
            <p>{t('card_verification.being_looked_at')}</p>
          ) : (
            <p>{t('card_verification.place', { count: queuePosition ?? 1, minutes: minutes ?? 0 })}</p>
          )}
          <p>{t(hasOrder ? 'card_verification.by_itself' : 'card_verification.leave')}</p>
        </Notice>
      </div>
      <p className="figures text-sm">
        {card.card_number_masked}, {card.name}
      </p>
      <Button className="justify-self-start" onClick={onCancel}>
        {t('card_verification.cancel')}
      </Button>
    </div>
  );
}

/** Step 3: the result, updated live. */
export function ResultStep(props: Props) {
  const { card, onAgain, hasOrder } = props;
  const { t } = useTranslation();
  if (card.status === 'pending' || card.status === 'processing') return <PendingResult {...props} />;
  if (card.status === 'verified')
    return (
      <Notice title={t('card_verification.verified')} role="status">
        <p>{t('card_verification.verified_next')}</p>
      </Notice>
    );
  return (
    <div className="grid gap-4">
      <Notice tone="loss" role="alert" title={t('card_verification.rejected')}>
        <p>{rejectionText(t, card.reason)}</p>
      </Notice>
      {card.may_try_again || !hasOrder ? (
        <Button tone="action" onClick={onAgain}>
          {t(card.may_try_again ? 'card_verification.again' : 'card_verification.another_card')}
        </Button>
      ) : null}
    </div>
  );
}
