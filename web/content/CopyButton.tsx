import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';

const FEEDBACK_MS = 2_000;

/** Copies a text to the clipboard. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" className="link min-h-11 shrink-0 text-sm print:hidden" onClick={copy}>
      <span role="status">{t(`content.copy.${state}`)}</span>
      <span className="sr-only">: {label}</span>
    </button>
  );
}
