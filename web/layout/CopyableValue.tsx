import type { ReactNode } from 'react';
import { useCopy } from '#ui/use-copy.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

export interface CopyableValueProps {
  readonly label: string;
  /** Text that is copied. */
  readonly value: string;
  /** Displayed text where it differs from `value`. */
  readonly displayed?: ReactNode;
  readonly size?: 'line' | 'display';
}

/** A value with a button that copies it. */
export function CopyableValue({ label, value, displayed = value, size = 'line' }: CopyableValueProps) {
  const { t } = useTranslation();
  const { state, copy } = useCopy(value);
  return (
    <div className="flex items-center gap-3 border-b border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">{label}</p>
        <p
          className={`figures font-medium wrap-anywhere text-balance select-all ${size === 'display' ? 'text-2xl leading-8 font-semibold tracking-tight' : 'text-base leading-6'}`}
        >
          {displayed}
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
