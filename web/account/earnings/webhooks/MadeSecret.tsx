import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { CopyLine } from '#web/order/CopyLine.tsx';

/** A secret that was just made. */
export interface Made {
  readonly url: string;
  readonly secret: string;
}

/** What signs, shown this once: one goes on after saying that it is kept. */
export function MadeSecret({ made, onDone }: { readonly made: Made; readonly onDone: () => void }) {
  const { t } = useWords();
  const [isKept, setKept] = useState(false);
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
      <p className="text-sm wrap-anywhere">{t('webhooks.made.hint', { url: made.url })}</p>
      <CopyLine label={t('webhooks.made.secret')} value={made.secret} />
      <CheckField label={t('webhooks.made.kept')} checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
      <Button className="justify-self-start" disabled={!isKept} onClick={onDone}>
        {t('webhooks.made.done')}
      </Button>
    </div>
  );
}
