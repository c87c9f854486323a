import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import {
  officeCloseShift,
  officeExportShifts,
  officeListShifts,
  officeListWalletBalances,
  type ShiftAttributes,
  type ShiftLine,
  type WalletBalanceAttributes,
} from '#contract/office/shop/shifts.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Figures } from '#office/components/Figures.tsx';
import { isEmptied, Pages } from '#office/components/Pages.tsx';
import { Loaded, Problem, Screen } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { FIRST_PAGE, pageQuery } from '#office/format/paging.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import '#office/limits/LimitsForm.css';

type Wallet = Resource<WalletBalanceAttributes>;
type Counts = Readonly<Record<string, string>>;

/** The counted wallets, as they are sent. */
const linesOf = (wallets: readonly Wallet[], counts: Counts) =>
  wallets.flatMap(({ id, attributes: { ledger } }) => {
    const counted = (counts[id] ?? '').trim();
    return counted === '' ? [] : [{ wallet: id, ledger, counted }];
  });

interface FieldsProps {
  readonly wallets: readonly Wallet[];
  readonly counts: Counts;
  readonly onCount: (wallet: string, text: string) => void;
  /** The member of the sent body that holds a wallet's count. */
  readonly fieldOf: (wallet: string) => string | undefined;
}

const Fields = ({ wallets, counts, onCount, fieldOf }: FieldsProps) =>
  wallets.map(({ id, attributes }) => (
    <TextInput
      key={id}
      label={`${attributes.name} · ${id}`}
      description={<Figures amount={attributes.ledger} currency={attributes.currency_iso_code} />}
      inputMode="decimal"
      autoComplete="off"
      value={counts[id] ?? ''}
      field={fieldOf(id)}
      onChange={({ currentTarget }) => onCount(id, currentTarget.value)}
    />
  ));

function Counting({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const { t } = useTranslation();
  const form = useFields<{ readonly counts: Counts; readonly note: string }>({ counts: {}, note: '' });
  const close = useCommand(officeCloseShift, {
    after: [keys.shifts(), keys.approvals()],
    success: t('shifts.done'),
    onDone: () => form.reset(),
  });
  const { counts, note } = form.values;
  const lines = linesOf(wallets, counts);
  const fieldOf = (wallet: string) => {
    const index = close.input?.body.lines.findIndex((line) => line.wallet === wallet) ?? -1;
    return index < 0 ? undefined : `lines/${index}/counted`;
  };
  const submit = () => close.run({ body: { lines, note: note.trim() } });
  return (
    <CheckedForm className="sheet limits" command={close} onSubmit={submit} waits={{ kind: 'post_reserve' }}>
      <p className="dim">{t('shifts.lead')}</p>
      <div className="limit-figures">
        <Fields
          wallets={wallets}
          counts={counts}
          onCount={(wallet, text) => form.set({ counts: { ...counts, [wallet]: text } })}
          fieldOf={fieldOf}
        />
      </div>
      <Textarea {...form.text('note')} label={t('shifts.note')} autosize maxLength={500} />
      <FormProblem />
      <div className="row">
        <Button type="submit" loading={close.isPending} disabled={lines.length === 0}>
          {t('shifts.close')}
        </Button>
        <span className="dim">{t('shifts.typed', { counted: lines.length, all: wallets.length })}</span>
      </div>
    </CheckedForm>
  );
}

/** Wallets with their ledger balances and fields for the counted ones; input stays while balances change. */
function CountForm() {
  const api = useApi();
  const { locale } = useTranslation();
  const wallets = useQuery({
    queryKey: [...keys.shifts(), 'wallets', locale],
    queryFn: async ({ signal }) => (await api(officeListWalletBalances, { signal })).data,
    refetchInterval: 5_000,
  });
  return <Loaded query={wallets}>{(rows) => <Counting wallets={rows} />}</Loaded>;
}

function Line({ line }: { readonly line: ShiftLine }) {
  const { t } = useTranslation();
  const currency = line.currency_iso_code;
  return (
    <li className="line">
      <span className="code">{line.wallet}</span>
      <span>
        {t('shifts.counted')} <Figures amount={line.counted} currency={currency} />
      </span>
      {line.approval_id === null ? (
        <span className="dim">{t('shifts.agrees')}</span>
      ) : (
        <>
          <span>
            {t('shifts.ledger')} <Figures amount={line.ledger} currency={currency} />
          </span>
          <span className="badge person">
            {t('shifts.difference')} <Figures amount={line.difference} currency={currency} />
          </span>
        </>
      )}
    </li>
  );
}

function Shift({ shift }: { readonly shift: ShiftAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <>
      <p className="line">
        <strong>{clockTime(shift.closed_at, locale)}</strong>
        <span>{shift.closed_by}</span>
        {shift.uncounted > 0 ? <span className="dim">{t('shifts.uncounted', { count: shift.uncounted })}</span> : null}
      </p>
      {shift.note === '' ? null : (
        <p className="note" translate="no">
          {shift.note}
        </p>
      )}
      <ul>
        {shift.lines.map((line) => (
          <Line key={line.wallet} line={line} />
        ))}
      </ul>
    </>
  );
}

function ClosedShifts() {
  const api = useApi();
  const { t } = useTranslation();
  const [position, setPosition] = useState(FIRST_PAGE);
  const shifts = useQuery({
    queryKey: [...keys.shifts(), position],
    queryFn: ({ signal }) => api(officeListShifts, { query: pageQuery(position), signal }),
  });
  return (
    <section aria-labelledby="closed-shifts">
      <h2 id="closed-shifts">{t('shifts.closed')}</h2>
      <p>
        <a href={officeExportShifts.path} download>
          {t('shifts.file')}
        </a>
      </p>
      {shifts.isError ? <Problem error={shifts.error} retry={() => void shifts.refetch()} /> : null}
      {shifts.data?.data.length === 0 && !isEmptied(shifts.data, position) ? <p className="empty">{t('shifts.none')}</p> : null}
      <ul className="cards">
        {shifts.data?.data.map(({ id, attributes }) => (
          <li key={id} className="sheet">
            <Shift shift={attributes} />
          </li>
        ))}
      </ul>
      {shifts.data ? <Pages answer={shifts.data} position={position} size="sm" onChange={setPosition} /> : null}
    </section>
  );
}

/** The end of a shift (domain 11): wallets counted against the ledger, and earlier counts. */
export function ShiftsPage() {
  const { t } = useTranslation();
  const mayClose = useOperator().actions.includes('close_shifts');
  return (
    <Screen title={t('shifts.title')}>
      {mayClose ? <CountForm /> : null}
      <ClosedShifts />
    </Screen>
  );
}
