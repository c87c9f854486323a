import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import { CopyableValue } from '#web/layout/CopyableValue.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** A transaction hash to copy, with a link to its block explorer if there is one. */
export function Transaction({ label, tx }: { readonly label: string; readonly tx: OrderAttributes['income_tx'] }) {
  const { t } = useTranslation();
  if (tx === null) return null;
  const isLink = tx.url?.startsWith('https://') === true;
  return (
    <div className="text-sm leading-6">
      <CopyableValue label={label} value={tx.hash} />
      {isLink ? (
        <a className="link inline-flex min-h-11 items-center" href={tx.url ?? undefined} target="_blank" rel="noreferrer">
          {t('order.see_on_chain')}
          <span className="sr-only">: {label}</span>
        </a>
      ) : null}
    </div>
  );
}
