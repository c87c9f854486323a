import { Button, Loader } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { officeCloseShift, officeListWalletBalances, type WalletBalanceAttributes } from '#contract/office-shifts.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { Figures } from '#office/pieces/Figures.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';

type Wallet = Resource<WalletBalanceAttributes>;
type Typed = Readonly<Record<string, string>>;

/** The wallets that somebody has counted, as they are sent. */
const linesOf = (wallets: readonly Wallet[], typed: Typed) =>
  wallets.flatMap(({ id, attributes: { ledger } }) => {
    const counted = (typed[id] ?? '').trim();
    return counted === '' ? [] : [{ wallet: id, ledger, counted }];
  });

function useClosing(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (body: { readonly lines: ReturnType<typeof linesOf>; readonly note: string }) => {
      key.current ??= crypto.randomUUID();
      return api(officeCloseShift, { body, idempotencyKey: key.current });
    },
    onSuccess() {
      notifications.show({ message: t('shifts.done') });
      onDone();
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.shifts() });
      void queries.invalidateQueries({ queryKey: keys.approvals() });
    },
  });
}

interface FieldsProps {
  readonly wallets: readonly Wallet[];
  readonly typed: Typed;
  readonly onType: (wallet: string, text: string) => void;
  readonly problemAt: (wallet: string) => string | undefined;
}

const Fields = ({ wallets, typed, onType, problemAt }: FieldsProps) =>
  wallets.map(({ id, attributes }) => (
    <TextInput
      key={id}
      label={`${attributes.name} · ${id}`}
      description={<Figures amount={attributes.ledger} currency={attributes.currency_iso_code} />}
      inputMode="decimal"
      autoComplete="off"
      value={typed[id] ?? ''}
      error={problemAt(id)}
      onChange={({ currentTarget }) => onType(id, currentTarget.value)}
    />
  ));

function Counting({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const { t } = useWords();
  const [typed, setTyped] = useState<Typed>({});
  const [note, setNote] = useState('');
  const close = useClosing(() => {
    setTyped({});
    setNote('');
  });
  const lines = linesOf(wallets, typed);
  const noteProblem = fieldProblem(close.error, 'note');
  const problemAt = (wallet: string) => {
    const sent = close.variables?.lines.findIndex((line) => line.wallet === wallet) ?? -1;
    return sent < 0 ? undefined : fieldProblem(close.error, `lines/${sent}/counted`);
  };
  const submit = () => {
    close.mutate({ lines, note: note.trim() });
  };
  return (
    <CheckedForm className="sheet limits" onSubmit={submit} waits={{ kind: 'post_reserve' }}>
      <p className="dim">{t('shifts.lead')}</p>
      <div className="limit-figures">
        <Fields wallets={wallets} typed={typed} onType={(wallet, text) => setTyped({ ...typed, [wallet]: text })} problemAt={problemAt} />
      </div>
      <Textarea
        label={t('shifts.note')}
        autosize
        maxLength={500}
        value={note}
        error={noteProblem}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {close.isError && noteProblem === undefined ? (
        <p className="problem" role="alert">
          {problemWords(close.error, t)}
        </p>
      ) : null}
      <div className="row">
        <Button type="submit" loading={close.isPending} disabled={lines.length === 0}>
          {t('shifts.close')}
        </Button>
        <span className="dim">{t('shifts.typed', { counted: lines.length, all: wallets.length })}</span>
      </div>
    </CheckedForm>
  );
}

/** Every wallet beside what the ledger says of it; what is typed stays while the ledger moves. */
export function CountForm() {
  const api = useApi();
  const { t, locale } = useWords();
  const wallets = useQuery({
    queryKey: [...keys.shifts(), 'wallets', locale],
    queryFn: async ({ signal }) => (await api(officeListWalletBalances, { signal })).data,
    refetchInterval: 5_000,
  });
  if (wallets.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (wallets.data === undefined) return <Problem error={wallets.error} retry={() => void wallets.refetch()} />;
  return <Counting wallets={wallets.data} />;
}
