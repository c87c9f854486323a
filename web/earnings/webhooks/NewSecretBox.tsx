import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CopyableValue } from '#web/layout/CopyableValue.tsx';

/** A new signing secret and its webhook. */
export interface NewSecret {
  readonly url: string;
  readonly secret: string;
}

/** Shows a signing secret once; closing needs a tick that it is saved. */
export function NewSecretBox({ newSecret, onDone }: { readonly newSecret: NewSecret; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [isSaved, setSaved] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('webhooks.made.title')}
      className="grid max-w-2xl gap-3 rounded-tray border border-time bg-time-tint p-4"
    >
      <p className="font-semibold">{t('webhooks.made.title')}</p>
      <p className="text-sm wrap-anywhere">{t('webhooks.made.hint', { url: newSecret.url })}</p>
      <CopyableValue label={t('webhooks.made.secret')} value={newSecret.secret} />
      <CheckField label={t('webhooks.made.kept')} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button className="justify-self-start" disabled={!isSaved} onClick={onDone}>
        {t('webhooks.made.done')}
      </Button>
    </div>
  );
}
