import { useTranslation } from '#office/i18n/Translation.tsx';
import { Copy } from './Copy.tsx';

export interface TransactionProps {
  readonly hash: string | null;
  readonly url: string | null;
}

/** A transaction by its hash, copied by pressing it, with its page in the explorer. */
export function Transaction({ hash, url }: TransactionProps) {
  const { t } = useTranslation();
  if (hash === null) return null;
  const short = hash.length > 20 ? `${hash.slice(0, 10)}…${hash.slice(-8)}` : hash;
  return (
    <span className="tx">
      <Copy value={hash} shown={short} />
      {url === null ? null : (
        <a href={url} target="_blank" rel="noreferrer noopener">
          {t('office.order.explorer')}
        </a>
      )}
    </span>
  );
}
