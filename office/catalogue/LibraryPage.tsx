import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { PaymentSystemDocument } from '#contract/office/catalogue/payment-system-document.ts';
import { type LibraryAttributes, officeListLibrary } from '#contract/office/catalogue/payment-systems.ts';
import { NO_DECIMALS, PAYMENT_SYSTEM_COLUMNS } from '#core/catalogue/columns.ts';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Screen } from '#office/components/Screen.tsx';
import { railName } from '#office/components/detail-facts.ts';
import { TextInput } from '#office/form/fields.tsx';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { Mark } from '#ui/Mark.tsx';
import { SaveBar, useSave } from './SaveBar.tsx';
import { cellsOf, checkDraft } from './draft.ts';
import './catalogue.css';

type DraftEdits = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Columns that most shops change; the others are edited in the draft. */
const EDITED_COLUMNS = PAYMENT_SYSTEM_COLUMNS.filter(({ name }) => ['min_amount', 'max_amount', 'network_fee'].includes(name));

const decimalsOf = ({ attributes: { document } }: Row) => {
  const scale = Number(document['scale']);
  return { ...NO_DECIMALS, amount: { scale, precision: scale } };
};

const checkEdits = (row: Row, edits: DraftEdits, rail: string) =>
  checkDraft({
    columns: PAYMENT_SYSTEM_COLUMNS,
    base: { ...row.attributes.document, rail },
    draft: { cells: edits[row.id] ?? {}, lists: {} },
    decimals: decimalsOf(row),
    schema: PaymentSystemDocument,
  });

/** The chosen systems with their first limits, saved together as drafts. */
function AddDrafts({ rows, rail, onDone }: { readonly rows: readonly Row[]; readonly rail: string; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [edits, setEdits] = useState<DraftEdits>({});
  const save = useSave(onDone);
  const drafts = rows.map((row) => ({ row, ...checkEdits(row, edits, rail) }));
  const wrong = drafts.filter(({ problems }) => Object.keys(problems).length > 0).length;
  return (
    <section className="sheet plan" aria-label={t('catalogue_desk.chosen')}>
      <h2>{t('catalogue_desk.chosen')}</h2>
      <ul className="drafts">
        {drafts.map(({ row, problems }) => {
          const cells = { ...cellsOf(EDITED_COLUMNS, row.attributes.document, decimalsOf(row)), ...edits[row.id] };
          return (
            <li key={row.id}>
              <span>
                {row.attributes.name} <span className="code">{row.id}</span>
              </span>
              {EDITED_COLUMNS.map(({ name, member }) => (
                <TextInput
                  key={name}
                  size="xs"
                  label={`${t(`catalogue_desk.column.${name}`)}, ${row.attributes.currency}`}
                  inputMode="decimal"
                  error={problems[member] === undefined ? undefined : t(`catalogue_desk.problem.${problems[member]}`)}
                  value={cells[name] ?? ''}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setEdits((before) => ({ ...before, [row.id]: { ...before[row.id], [name]: value } }));
                  }}
                />
              ))}
            </li>
          );
        })}
      </ul>
      <SaveBar
        what={wrong === 0 ? t('catalogue_desk.drafts_what', { rail }) : t('catalogue_desk.wrong_fields', { count: wrong })}
        submit={t('catalogue_desk.add_drafts', { count: rows.length })}
        subjects={rows.map(({ id }) => id)}
        isReady={wrong === 0}
        command={save}
        onSubmit={(note) =>
          save.run({
            body: {
              items: drafts.map(({ row, next }) => ({ entity: 'payment_system', key: row.id, before: null, after: { ...next } })),
              note,
            },
          })
        }
      />
    </section>
  );
}

const FILTERS = ['kind', 'rail'] as const;
type Row = Resource<LibraryAttributes>;

const columnsOf = (t: Translation['t']): readonly Column<Row>[] => [
  {
    key: 'name',
    label: t('catalogue_desk.column.name'),
    cell: ({ attributes: { name, kind, mark, network } }) => (
      <span className="marked-name">
        <Mark kind={kind} monogram={mark.monogram} tint={mark.tint} network={network} className="mark-small" />
        <span>{name}</span>
      </span>
    ),
  },
  { key: 'code', label: t('catalogue_desk.column.code'), cell: ({ id }) => <span className="code">{id}</span> },
  { key: 'kind', label: t('catalogue_desk.column.kind'), cell: ({ attributes }) => t(`catalogue_desk.choice.kind.${attributes.kind}`) },
  { key: 'currency', label: t('catalogue_desk.column.currency'), cell: ({ attributes }) => attributes.currency },
  { key: 'network', label: t('catalogue_desk.column.network'), cell: ({ attributes }) => attributes.network ?? '' },
  {
    key: 'rails',
    label: t('catalogue_desk.column.rail'),
    cell: ({ attributes }) => attributes.rails.map((rail) => railName(rail, t)).join(', '),
  },
  {
    key: 'present',
    label: t('catalogue_desk.in_shop'),
    cell: ({ id, attributes }) =>
      attributes.is_present ? (
        <Link className="badge done" to={paths.system(id)}>
          {t('catalogue_desk.present')}
        </Link>
      ) : null,
  },
];

/** Known payment systems to add from: several at once, as drafts. */
export function LibraryPage() {
  const api = useApi();
  const navigate = useNavigate();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const libraryQuery = { ...query, ...address.filters };
  const library = useQuery({
    queryKey: [...keys.catalogue(), 'library', libraryQuery, locale],
    queryFn: ({ signal }) => api(officeListLibrary, { query: libraryQuery, signal }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  const rows = library.data?.data ?? [];
  const rails = library.data === undefined ? [] : officeListLibrary.reply.meta.parse(library.data.meta).rails;
  const rail = address.filters['rail'] ?? rails[0] ?? '';
  const chooseRows = (ids: ReadonlySet<string>) => {
    const free = rows.filter(({ attributes }) => !attributes.is_present && attributes.rails.includes(rail));
    const selectable = new Map([...chosen, ...free.map((row) => [row.id, row] as const)]);
    setChosen(new Map([...selectable].filter(([id]) => ids.has(id))));
  };
  return (
    <Screen title={t('catalogue_desk.library')} lead={t('catalogue_desk.library_what')}>
      <ListTools
        list={list}
        search={t('catalogue_desk.search_systems')}
        filters={[
          {
            name: 'kind',
            label: t('catalogue_desk.column.kind'),
            choices: PAYMENT_SYSTEM_KINDS.map((value) => ({ value, label: t(`catalogue_desk.choice.kind.${value}`) })),
          },
          { name: 'rail', label: t('catalogue_desk.column.rail'), choices: rails.map((value) => ({ value, label: railName(value, t) })) },
        ]}
      />
      {chosen.size === 0 ? null : (
        <AddDrafts rows={[...chosen.values()]} rail={rail} onDone={() => void navigate(`${paths.systems()}?stage=draft`)} />
      )}
      <TableList
        query={library}
        list={list}
        empty={t('catalogue_desk.no_systems')}
        caption={t('catalogue_desk.library')}
        columns={columns}
        marked={{ ids: new Set(chosen.keys()), onMark: chooseRows, label: (id) => t('catalogue_desk.mark', { name: id }) }}
      />
    </Screen>
  );
}
