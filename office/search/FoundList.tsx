import { Fragment, type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import type { FoundAttributes, SearchedNoun } from '#contract/office/orders/search.ts';
import { problemMessage } from '#office/api/call-failure.ts';
import { Figures } from '#office/components/Figures.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import type { PaletteEntry } from './palette.ts';
import type { useSearch } from './use-search.ts';

/** Pages of the results. */
export const FOUND_PATH: Readonly<Record<SearchedNoun, (subject: string) => string>> = {
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

/** A row of the list: a command or a found record. */
export type Option =
  | { readonly kind: 'command'; readonly group: 'screens' | 'actions'; readonly entry: PaletteEntry }
  | { readonly kind: 'found'; readonly group: SearchedNoun; readonly result: FoundAttributes };

/** Commands first, then records by kind. */
export const optionsOf = (commands: readonly PaletteEntry[], rows: readonly FoundAttributes[]): readonly Option[] => [
  ...commands.map((entry): Option => ({ kind: 'command', group: entry.to === undefined ? 'actions' : 'screens', entry })),
  ...[...new Set(rows.map(({ noun: type }) => type))].flatMap((type) =>
    rows.filter((row) => row.noun === type).map((result): Option => ({ kind: 'found', group: type, result })),
  ),
];

export const optionId = (list: string, index: number) => `${list}-${index}`;

const pathOf = (option: Option): string | undefined =>
  option.kind === 'command' ? option.entry.to : FOUND_PATH[option.result.noun](option.result.subject);

interface FoundListProps {
  readonly id: string;
  readonly options: readonly Option[];
  readonly search: ReturnType<typeof useSearch>;
  /** Whether the text is long enough for records. */
  readonly isSearched: boolean;
  readonly chosen: number;
  readonly onChoose: (option: Option) => void;
}

/** The commands and the records that match the text, in groups. */
export function FoundList({ id, options, search, isSearched, chosen, onChoose }: FoundListProps) {
  const { t } = useTranslation();
  const groups = [...new Set(options.map(({ group }) => group))];
  useEffect(() => {
    document.getElementById(optionId(id, chosen))?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  const rowOf = (option: Option, index: number): ReactNode => {
    const row = {
      id: optionId(id, index),
      role: 'option',
      tabIndex: -1,
      'aria-selected': index === chosen,
      className: 'found-row',
      // The field keeps the focus until the page has gone
      onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => onChoose(option),
    } as const;
    const to = pathOf(option);
    if (option.kind === 'found')
      return (
        <Link {...row} to={to ?? ''}>
          <FoundRow found={option.result} />
        </Link>
      );
    return to === undefined ? (
      <button type="button" {...row}>
        {option.entry.label}
      </button>
    ) : (
      <Link {...row} to={to}>
        {option.entry.label}
      </Link>
    );
  };
  return (
    <div className="found">
      <div id={id} role="listbox" aria-label={t('office.search.found')}>
        {groups.map((group) => {
          const label = t(group === 'screens' || group === 'actions' ? `office.search.${group}` : `office.search.noun.${group}`);
          return (
            <div key={group} role="group" aria-label={label}>
              <p className="found-noun" aria-hidden="true">
                {label}
              </p>
              {options.map((option, index) =>
                option.group === group ? <Fragment key={optionId(id, index)}>{rowOf(option, index)}</Fragment> : null,
              )}
            </div>
          );
        })}
      </div>
      {isSearched || options.length === 0 ? <Note search={search} isSearched={isSearched} hasOptions={options.length > 0} /> : null}
    </div>
  );
}

interface NoteProps extends Pick<FoundListProps, 'search' | 'isSearched'> {
  readonly hasOptions: boolean;
}

/** What the search of records is doing. */
function Note({ search: { isAnswered, isComplete, readAs, error }, isSearched, hasOptions }: NoteProps) {
  const { t } = useTranslation();
  const nothing = hasOptions ? null : t('office.search.nothing');
  const found = readAs === null ? nothing : t('office.search.read_as', { text: readAs });
  const text = error === null ? (isAnswered || !isSearched ? found : t('office.search.looking')) : problemMessage(error, t);
  return (
    <p className="found-note" role="status">
      {text}
      {isComplete ? null : ` ${t('office.search.incomplete')}`}
    </p>
  );
}
