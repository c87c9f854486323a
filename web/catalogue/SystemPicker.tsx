import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import { systemPath } from '#core/link/pair-path.ts';
import { Mark } from '#ui/Mark.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { useBackCloses } from '#web/layout/back-steps.ts';
import type { PickedExchange, Side, System } from '#web/catalogue/systems.ts';

const loadDialog = () => import('#web/catalogue/SystemDialog.tsx');
/** A failed preload is retried when the dialog opens. */
const preloadDialog = () => void loadDialog().catch(() => undefined);
const SystemDialog = lazy(async () => ({ default: (await retryUntilLoaded(loadDialog)).SystemDialog }));

export interface SystemPickerProps {
  readonly side: Side;
  readonly system: System;
  readonly choices: readonly System[];
  readonly onChoose: (system: System) => void;
  readonly exchange?: PickedExchange;
}

/** The other side of a pair, its part of that system's page, and the keys that `web/exchange/shortcuts.ts` listens for. */
const LINKS = { income: ['to', 'get', 'Alt+Q'], outcome: ['from', 'give', 'Alt+W'] } as const;

/**
 * Payment system of a side; opens the searchable list, which is preloaded on hover and focus. Before scripts it links to the page with the
 * pairs of the other side.
 */
export function SystemPicker({ side, system, choices, onChoose, exchange }: SystemPickerProps) {
  const { t, to } = useTranslation();
  const [state, setState] = useState<'closed' | 'open' | 'closing'>('closed');
  const close = useBackCloses(state === 'open', () => setState('closing'));
  const open = (event: SyntheticEvent) => {
    event.preventDefault();
    setState('open');
  };
  const [other, part, keys] = LINKS[side];
  const Trigger = exchange === undefined ? 'button' : 'a';
  return (
    <>
      <Trigger
        {...(exchange === undefined
          ? { type: 'button' }
          : {
              href: to(`${systemPath(exchange.pair[other].id)}#system-${part}`),
              role: 'button',
              'aria-keyshortcuts': keys,
            })}
        aria-haspopup="dialog"
        className="flex min-h-11 w-full sm:min-h-14 items-center gap-3 rounded-tray border border-transparent px-2 text-left hover:border-edge"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={open}
      >
        <Mark kind={system.kind} {...system.mark} network={system.network} className="size-8 sm:size-9" />
        <span className="min-w-0 flex-1">
          <span className="sr-only">{t(`exchange.${side}.choose`)}: </span>
          <span className="block truncate text-base leading-5 font-semibold sm:text-lg sm:leading-6">{system.name}</span>
          <span className="block truncate text-sm leading-5 text-muted">
            {t(`exchange.kind.${system.kind}`)}
            {system.network === null ? null : ` · ${system.network}`}
          </span>
        </span>
        <svg viewBox="0 0 12 8" aria-hidden="true" className="w-3 shrink-0 text-muted">
          <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.8" />
        </svg>
      </Trigger>
      {state === 'closed' ? null : (
        <Suspense fallback={null}>
          <SystemDialog
            isOpen={state === 'open'}
            title={t(`exchange.${side}.choose`)}
            system={system}
            choices={choices}
            onChoose={(chosen) => close(() => onChoose(chosen))}
            onClose={close}
            exchange={exchange}
          />
        </Suspense>
      )}
    </>
  );
}
