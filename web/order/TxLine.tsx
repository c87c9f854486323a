import type { OrderAttributes } from '#contract/orders.ts';
import { useWords } from '#web/i18n/use-words.ts';

/** A transaction with the way to see it on its chain, where there is one. */
export function TxLine({ label, tx }: { readonly label: string; readonly tx: OrderAttributes['income_tx'] }) {
  const { t } = useWords();
  if (tx === null) return null;
  const isLink = tx.url !== null && /^https?:\/\//.test(tx.url);
  return (
    <div className="text-sm leading-6">
      <p className="text-muted">{label}</p>
      <p className="font-medium break-all">{tx.hash}</p>
      {isLink ? (
        <a className="link" href={tx.url ?? undefined} target="_blank" rel="noreferrer">
          {t('order.see_on_chain')}
        </a>
      ) : null}
    </div>
  );
}
