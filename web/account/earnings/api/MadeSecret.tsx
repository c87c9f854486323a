import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { useWords } from '#web/i18n/use-words.ts';

/** A secret that was just made. */
export interface Made {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

/** A key's id and secret, shown this once: one goes on after saying that it is kept. */
export function MadeSecret({ made, onDone }: { readonly made: Made; readonly onDone: () => void }) {
  const { t } = useWords();
  const [isKept, setKept] = useState(false);
  const [copied, setCopied] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const lines = [
    ['id', made.id],
    ['secret', made.secret],
  ] as const;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('partner_api.made.title', { name: made.name })}
      className="grid max-w-2xl gap-4 rounded-tray border border-time bg-time-tint p-4"
    >
      <p className="font-semibold wrap-anywhere">{t('partner_api.made.title', { name: made.name })}</p>
      <p className="text-sm">{t('partner_api.made.hint')}</p>
      <dl className="grid gap-3">
        {lines.map(([name, value]) => (
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
      <CheckField label={t('partner_api.made.kept')} checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
      <Button tone="action" className="justify-self-start" disabled={!isKept} onClick={onDone}>
        {t('partner_api.made.done')}
      </Button>
    </div>
  );
}
