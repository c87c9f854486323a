import { Notice } from '#ui/Notice.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { useCards } from './use-cards.ts';
import { Wizard } from './Wizard.tsx';

await loadMessages('card_verification');

interface Props {
  readonly orderId: string;
  readonly masked: string | null;
  /** Of the order: another one says that something about its card has changed. */
  readonly version: number;
}

/** The card that an order waits for: shown, looked at, answered. */
export function OrderCard({ orderId, masked, version }: Props) {
  const { t } = useWords();
  const cards = useCards(orderId, { version });
  if (cards.list === null) return cards.isUnread ? <Notice tone="time">{t('card_verification.no_answer')}</Notice> : null;
  return <Wizard orderId={orderId} masked={masked} card={cards.list[0] ?? null} onSent={cards.add} onCancelled={cards.remove} />;
}
