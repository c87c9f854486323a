import { CopyButton, UnstyledButton } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** A value that is copied when pressed. */
export function Copy({ value, shown = value }: { readonly value: string; readonly shown?: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <UnstyledButton className="copy" onClick={copy} title={t('office.copy')}>
          <span className="copied-value">{shown}</span>
          <span className="copy-mark" aria-live="polite">
            {copied ? t('office.copied') : t('office.copy')}
          </span>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}

interface TransactionProps {
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
