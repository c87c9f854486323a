import { Notice } from '#ui/Notice.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Wizard } from './Wizard.tsx';
import { useCards } from './use-cards.ts';

await loadMessages('card_verification');

interface OrderCardProps {
  readonly orderId: string;
  readonly masked: string | null;
  /** Version of the order; the card is loaded again when it changes. */
  readonly version: number;
}

/** Verification of the card that an order waits for. */
export function OrderCard({ orderId, masked, version }: OrderCardProps) {
  const { t } = useTranslation();
  const cards = useCards(orderId, { version });
  if (cards.list === null) return cards.isLoadFailed ? <Notice tone="time">{t('card_verification.no_answer')}</Notice> : null;
  return <Wizard orderId={orderId} masked={masked} card={cards.list[0] ?? null} onSent={cards.add} onCancelled={cards.remove} />;
}
