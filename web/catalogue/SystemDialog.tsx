import { formatAtMost } from '#core/format/amount.ts';
import { Combobox } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import { Mark } from '#ui/Mark.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { matchesSearch } from '#web/catalogue/matches-search.ts';
import { OwnPairs } from './OwnPairs.tsx';
import { groupByKind, type PickedExchange, type System, type SystemGroup } from '#web/catalogue/systems.ts';

export interface SystemDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly system: System;
  readonly choices: readonly System[];
  readonly onChoose: (system: System) => void;
  /** Closes the list, then runs `after`. */
  readonly onClose: (after?: () => void) => void;
  readonly exchange: PickedExchange | undefined;
}

/** The list of payment systems: grouped by kind, searched by name, code, currency or network, driven by keyboard or touch. */
export function SystemDialog({ isOpen, title, system, choices, onChoose, onClose, exchange }: SystemDialogProps) {
  const { t } = useTranslation();
  const search = useRef<HTMLInputElement>(null);
  const [isSearching, setIsSearching] = useState(false);
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-10 bg-veil transition-opacity duration-(--quick) data-starting-style:opacity-0 data-ending-style:opacity-0" />
          <Dialog.Popup
            initialFocus={search}
            className="fixed inset-x-0 z-10 bottom-0 mx-auto flex h-[85dvh] w-full max-w-lg flex-col rounded-t-tray bg-paper text-ink transition-[translate,opacity] duration-(--calm) data-starting-style:translate-y-6 data-starting-style:opacity-0 data-ending-style:translate-y-6 data-ending-style:opacity-0 md:top-[10dvh] md:h-[80dvh] md:rounded-tray"
          >
            <div className="flex items-center justify-between px-4 pt-4">
              <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
              <Dialog.Close aria-label={t('shell.close')} className="-mr-2 grid size-11 place-items-center rounded-tray hover:bg-well">
                <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
                  <path d="m2 2 12 12M14 2 2 14" stroke="currentColor" strokeWidth="1.8" />
                </svg>
              </Dialog.Close>
            </div>
            <Combobox.Root<System>
              inline
              open={isOpen}
              onOpenChange={onOpenChange}
              items={groupByKind(choices)}
              value={system}
              isItemEqualToValue={(item, value) => item.id === value.id}
              itemToStringLabel={(item) => item.name}
              filter={matchesSearch}
              autoHighlight
              onInputValueChange={(text) => setIsSearching(text.trim() !== '')}
              onValueChange={(chosen) => {
                if (chosen !== null) onChoose(chosen);
              }}
            >
              <div className="px-4 pt-2 pb-3">
                <Combobox.Input
                  ref={search}
                  aria-label={t('exchange.search')}
                  placeholder={t('exchange.search')}
                  className="min-h-12 w-full rounded-tray border border-edge bg-sheet px-3 placeholder:text-muted"
                />
              </div>
              <Combobox.Empty className="px-4 text-muted empty:hidden">{t('exchange.nothing_found')}</Combobox.Empty>
              <div className="flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
                {exchange === undefined || isSearching ? null : (
                  <OwnPairs exchange={exchange} onChoose={(pair) => onClose(() => exchange.onPair(pair))} />
                )}
                <Combobox.List>{(group: SystemGroup) => <Group key={group.kind} group={group} />}</Combobox.List>
              </div>
            </Combobox.Root>
            {exchange === undefined ? null : (
              <p className="border-t border-line px-4 py-2 text-sm text-muted pointer-coarse:hidden max-md:hidden">
                {t('exchange.shortcuts')}
              </p>
            )}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

function Group({ group }: { readonly group: SystemGroup }) {
  const { t } = useTranslation();
  return (
    <Combobox.Group items={[...group.items]}>
      <Combobox.GroupLabel className="sticky top-0 bg-paper px-2 pt-3 pb-1 text-sm font-semibold text-muted">
        {t(`exchange.kinds.${group.kind}`)}
      </Combobox.GroupLabel>
      <Combobox.Collection>{(system: System) => <Row key={system.id} system={system} />}</Combobox.Collection>
    </Combobox.Group>
  );
}

function Row({ system }: { readonly system: System }) {
  const { locale, t } = useTranslation();
  return (
    <Combobox.Item
      value={system}
      className="flex min-h-13 cursor-pointer items-center gap-3 rounded-tray px-2 outline-none data-highlighted:bg-action-tint data-selected:font-semibold"
    >
      <Mark kind={system.kind} {...system.mark} network={system.network} className="size-8" />
      <span className="min-w-0 flex-1 truncate">{system.name}</span>
      <span className="figures shrink-0 text-right text-sm font-normal text-muted">
        <span className="sr-only">{t('exchange.reserve_label')} </span>
        {formatAtMost(system.reserve, system, locale)}
      </span>
    </Combobox.Item>
  );
}
