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
