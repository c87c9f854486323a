import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** A new secret and its key. */
export interface NewSecret {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

/** Shows a key's id and secret once; closing needs a tick that they are saved. */
export function NewSecretBox({ newSecret, onDone }: { readonly newSecret: NewSecret; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [isSaved, setSaved] = useState(false);
  const [copied, setCopied] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const fields = [
    ['id', newSecret.id],
    ['secret', newSecret.secret],
  ] as const;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('partner_api.made.title', { name: newSecret.name })}
      className="grid max-w-2xl gap-4 rounded-tray border border-time bg-time-tint p-4"
    >
      <p className="font-semibold wrap-anywhere">{t('partner_api.made.title', { name: newSecret.name })}</p>
      <p className="text-sm">{t('partner_api.made.hint')}</p>
      <dl className="grid gap-3">
        {fields.map(([name, value]) => (
          <div key={name} className="grid gap-1">
            <dt className="text-sm text-muted">{t(`partner_api.made.${name}`)}</dt>
            <dd className="flex flex-wrap items-center gap-3">
              <code className="figures min-w-0 flex-1 basis-56 font-medium wrap-anywhere select-all">{value}</code>
              <Button onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(name))}>
                {t(copied === name ? 'partner_api.made.copied' : 'partner_api.made.copy')}
                <span className="sr-only">: {t(`partner_api.made.${name}`)}</span>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <CheckField label={t('partner_api.made.kept')} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button tone="action" className="justify-self-start" disabled={!isSaved} onClick={onDone}>
        {t('partner_api.made.done')}
      </Button>
    </div>
  );
}
