import { useEffect, useState, type ReactNode } from 'react';
import { useWords } from '#web/i18n/use-words.ts';

export interface CopyLineProps {
  readonly label: string;
  /** What is copied. */
  readonly value: string;
  /** What is read, where it differs. */
  readonly shown?: ReactNode;
  readonly size?: 'line' | 'display';
}

const SAID_MS = 2_000;

/** A value to take over exactly: one press copies it, as it is and not as it is shown. */
export function CopyLine({ label, value, shown = value, size = 'line' }: CopyLineProps) {
  const { t } = useWords();
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SAID_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <div className="flex items-center gap-3 border-b border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">{label}</p>
        <p
          className={`figures font-medium wrap-anywhere text-balance select-all ${size === 'display' ? 'text-2xl leading-8 font-semibold tracking-tight' : 'text-base leading-6'}`}
        >
          {shown}
        </p>
      </div>
      <button
        type="button"
        onClick={copy}
        className="min-h-11 shrink-0 noscript:hidden print:hidden rounded-tray border border-edge px-3 text-sm font-medium hover:border-ink"
      >
        {t(`order.copy_${state}`)}
        <span className="sr-only">: {label}</span>
      </button>
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : t(`order.copy_${state}`)}
      </span>
    </div>
  );
}
