import type { OrderAttributes } from '#contract/orders.ts';
import { CopyLine } from './CopyLine.tsx';
import { useWords } from '#web/i18n/use-words.ts';

/** A transaction to be taken over by one press, with the way to see it on its chain, where there is one. */
export function TxLine({ label, tx }: { readonly label: string; readonly tx: OrderAttributes['income_tx'] }) {
  const { t } = useWords();
  if (tx === null) return null;
  const isLink = tx.url !== null && /^https?:\/\//.test(tx.url);
  return (
    <div className="text-sm leading-6">
      <CopyLine label={label} value={tx.hash} />
      {isLink ? (
        <a className="link inline-flex min-h-11 items-center" href={tx.url ?? undefined} target="_blank" rel="noreferrer">
          {t('order.see_on_chain')}
        </a>
      ) : null}
    </div>
  );
}
