import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { FOUND_PATH, FoundList, type Option, optionId, optionsOf } from './FoundList.tsx';
import { usePalette } from './palette.ts';
import { isSearched, useSearch, useSearchKey } from './use-search.ts';
import './SearchBox.css';

const NONE = -1;

interface SearchBoxProps {
  readonly mayReadOrders: boolean;
  readonly onKeys: () => void;
}

/** The palette in the header of every page, by Ctrl+K, or `/` where the page has no search of its own: screens, actions, records. */
export function SearchBox({ mayReadOrders, onKeys }: SearchBoxProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(NONE);
  const isEnterPending = useRef(false);
  const search = useSearch(mayReadOrders ? text : '');
  const options = optionsOf(usePalette(text, onKeys), search.rows);
  const isForRecords = mayReadOrders && isSearched(text);
  useSearchKey(field);
  const leave = () => {
    setOpen(false);
    setText('');
    setChosen(NONE);
    field.current?.blur();
  };
  const choose = (option: Option) => {
    leave();
    if (option.kind === 'found') void navigate(FOUND_PATH[option.result.noun](option.result.subject));
    else if (option.entry.to === undefined) option.entry.run?.();
    else void navigate(option.entry.to);
  };
  // Enter was pressed before the results came: opens a result of this text
  const openChosen = () => {
    const option = options[chosen];
    const isKnown = option?.kind === 'command' || search.isAnswered;
    if (isKnown || !isForRecords) isEnterPending.current = false;
    if (isKnown && option !== undefined) choose(option);
  };
  useEffect(() => {
    if (isEnterPending.current) openChosen();
  });
  const step = (by: number) => setChosen((at) => Math.min(Math.max(0, at + by), Math.max(0, options.length - 1)));
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => {
        isEnterPending.current = true;
        openChosen();
      },
      Escape: leave,
    };
    const action = actions[event.key];
    if (action === undefined) return;
    action();
    event.preventDefault();
  };
  return (
    <search className="find">
      <input
        ref={field}
        type="search"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('office.search.label')}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        {...(isOpen && options[chosen] !== undefined ? { 'aria-activedescendant': optionId(list, chosen) } : {})}
        placeholder={t('office.search.label')}
        maxLength={254}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setOpen(true);
          setText(event.currentTarget.value);
          setChosen(event.currentTarget.value.trim() === '' ? NONE : 0);
          isEnterPending.current = false;
        }}
        onKeyDown={press}
      />
      <kbd aria-hidden="true">Ctrl K</kbd>
      {isOpen ? (
        <FoundList id={list} options={options} search={search} isSearched={isForRecords} chosen={chosen} onChoose={choose} />
      ) : (
        <span id={list} hidden />
      )}
    </search>
  );
}
