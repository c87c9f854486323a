import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/document.ts';
import { officeCloseShift, officeListWalletBalances, type WalletBalanceAttributes } from '#contract/office/shop/shifts.ts';
import { Loaded } from '#office/components/Screen.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { Figures } from '#office/components/Figures.tsx';
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
export function CountForm() {
  const api = useApi();
  const { locale } = useTranslation();
  const wallets = useQuery({
    queryKey: [...keys.shifts(), 'wallets', locale],
    queryFn: async ({ signal }) => (await api(officeListWalletBalances, { signal })).data,
    refetchInterval: 5_000,
  });
  return <Loaded query={wallets}>{(rows) => <Counting wallets={rows} />}</Loaded>;
}
