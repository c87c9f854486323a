import { useEffect, useRef, useState } from 'react';
import { Button, buttonLook } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

const FILE = 'razmen-recovery-codes.txt';

/** New recovery codes, shown once; closing needs a tick that they are saved. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [isSaved, setSaved] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('security.codes.title')}
      className="grid max-w-md gap-4 rounded-tray border border-time bg-time-tint p-4"
    >
      <p className="text-sm">{t('security.codes.hint')}</p>
      <ol className="figures grid grid-cols-1 gap-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="font-medium select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
          {t(isCopied ? 'security.codes.copied' : 'security.codes.copy')}
        </Button>
        <a className={buttonLook('plain')} download={FILE} href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}>
          {t('security.codes.save')}
        </a>
        <Button onClick={() => globalThis.print()}>{t('security.codes.print')}</Button>
      </div>
      <CheckField label={t('security.codes.kept')} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button tone="action" disabled={!isSaved} onClick={onDone}>
        {t('security.codes.done')}
      </Button>
    </div>
  );
}
