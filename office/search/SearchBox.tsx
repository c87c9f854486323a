import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type FoundAttributes, officeSearch, type SearchedNoun } from '#contract/office/orders/search.ts';
import { problemMessage } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { Figures } from '#office/components/Figures.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { keyName } from '#office/keyboard/key-name.ts';
import { paths } from '#office/paths.ts';
import './SearchBox.css';

const TYPING_PAUSE_MS = 150;
/** Shorter texts match too much. */
const MIN_QUERY_LENGTH = 3;

/** Search results, after a pause in typing. `isAnswered`: they belong to this text, not to an earlier one. */
function useSearch(text: string) {
  const api = useApi();
  const { locale } = useTranslation();
  const trimmed = text.trim();
  const [settledText, setSettledText] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setSettledText(trimmed), trimmed === '' ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [trimmed]);
  const isLongEnough = settledText.length >= MIN_QUERY_LENGTH;
  const query = useQuery({
    queryKey: ['search', settledText, locale],
    queryFn: async ({ signal }) => {
      const response = await api(officeSearch, { query: { q: settledText }, signal });
      return { rows: response.data.map(({ attributes }) => attributes), isComplete: response.meta['is_complete'] !== false };
    },
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const rows: readonly FoundAttributes[] = isLongEnough ? (query.data?.rows ?? []) : [];
  const isAnswered = isLongEnough && settledText === trimmed && query.data !== undefined && !query.isPlaceholderData;
  return { rows, isAnswered, isComplete: query.data?.isComplete ?? true, error: query.error };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** On screens with a list, `/` focuses the list's search. */
const hasListSearch = (): boolean => document.querySelector('main input[type="search"]') !== null;

/** Focuses the search on Ctrl+K (⌘K), or `/` outside of fields; by key position, in every layout. */
function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyK';
      const isSlash = keyName(event) === '/' && !isTyping(event.target) && !hasListSearch();
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [field]);
}

/** Pages of the results. */
const FOUND_PATH: Readonly<Record<SearchedNoun, (subject: string) => string>> = {
  orders: paths.order,
  withdrawals: paths.withdrawal,
  partners: paths.partner,
  chats: paths.chat,
};

/** One result: title, status, matching fields, amounts. */
function FoundRow({ found }: { readonly found: FoundAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <>
      <span className="line">
        <strong className="figures">{found.title}</strong>
        {found.status === null ? null : <StatusBadge status={found.status} />}
        <span className="dim">{found.found_in.map((how) => t(`office.search.in.${how}`)).join(', ')}</span>
      </span>
      <span className="line">
        {found.amounts.map(({ amount, currency_iso_code: currency }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two sides of an order, always in this order
          <span key={index} className="line">
            {index === 0 ? null : '·'} <Figures amount={amount} currency={currency} />
          </span>
        ))}
        {found.detail === null ? null : <span className="found-detail">{found.detail}</span>}
        <time className="dim" dateTime={found.at}>
          {clockTime(found.at, locale)}
        </time>
      </span>
    </>
  );
}

interface FoundListProps {
  readonly id: string;
  readonly search: ReturnType<typeof useSearch>;
  readonly chosen: number;
  readonly onLeave: () => void;
}

const optionId = (list: string, index: number) => `${list}-${index}`;

/** Results by kind. */
function FoundList({ id, search, chosen, onLeave }: FoundListProps) {
  const { t } = useTranslation();
  const { rows, isAnswered, isComplete, error } = search;
  const kinds = [...new Set(rows.map(({ noun: kind }) => kind))];
  useEffect(() => {
    document.getElementById(optionId(id, chosen))?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <div className="found">
      <div id={id} role="listbox" aria-label={t('office.search.found')}>
        {kinds.map((kind) => (
          <div key={kind} role="group" aria-label={t(`office.search.noun.${kind}`)}>
            <p className="found-noun" aria-hidden="true">
              {t(`office.search.noun.${kind}`)}
            </p>
            {rows.map((result, index) =>
              result.noun === kind ? (
                <Link
                  key={result.subject}
                  id={optionId(id, index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === chosen}
                  className="found-row"
                  to={FOUND_PATH[result.noun](result.subject)}
                  // The field keeps the focus until the page has gone
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={onLeave}
                >
                  <FoundRow found={result} />
                </Link>
              ) : null,
            )}
          </div>
        ))}
      </div>
      <p className="found-note" role="status">
        {error !== null
          ? problemMessage(error, t)
          : isAnswered
            ? rows.length === 0
              ? t('office.search.nothing')
              : null
            : t('office.search.looking')}
        {isComplete ? null : ` ${t('office.search.incomplete')}`}
      </p>
    </div>
  );
}

/** Search in the header of every page: Ctrl+K, or `/` where the page has no search of its own. */
export function SearchBox() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const isEnterPending = useRef(false);
  const search = useSearch(text);
  const { rows, isAnswered } = search;
  useSearchKey(field);
  const isShown = isOpen && text.trim().length >= MIN_QUERY_LENGTH;
  const leave = () => {
    setOpen(false);
    setText('');
    field.current?.blur();
  };
  const openResult = (result: FoundAttributes) => {
    leave();
    void navigate(FOUND_PATH[result.noun](result.subject));
  };
  // Enter was pressed before the results came: opens a result of this text
  const openChosen = () => {
    const result = isAnswered ? rows[chosen] : undefined;
    if (isAnswered) isEnterPending.current = false;
    if (result !== undefined) openResult(result);
  };
  useEffect(() => {
    if (isEnterPending.current) openChosen();
  });
  const step = (by: number) => setChosen((at) => Math.min(Math.max(0, at + by), Math.max(0, rows.length - 1)));
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => {
        isEnterPending.current = text.trim().length >= MIN_QUERY_LENGTH;
        if (isEnterPending.current) openChosen();
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
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        {...(isShown && rows.length > 0 ? { 'aria-activedescendant': optionId(list, chosen) } : {})}
        placeholder={t('office.search.label')}
        maxLength={254}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
          isEnterPending.current = false;
        }}
        onKeyDown={press}
      />
      <kbd aria-hidden="true">Ctrl K</kbd>
      {isShown ? <FoundList id={list} search={search} chosen={chosen} onLeave={leave} /> : <span id={list} hidden />}
    </search>
  );
}
