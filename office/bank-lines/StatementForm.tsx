import { Button, Checkbox, Drawer, SegmentedControl } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  officeAddBankLine,
  officeImportStatement,
  officeReadStatement,
  type StatementReadingAttributes,
} from '#contract/office/money/bank-lines.ts';
import { acceptOf, STATEMENT_FILE } from '#core/file/chosen-file.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemMessage } from '#office/api/problem.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FileInput, NativeSelect, Textarea, TextInput } from '#office/form/fields.tsx';
import { useChosenFile } from '#office/components/use-chosen-file.ts';
import { useManualSystems } from '#office/pool/pool-systems.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Understood } from './Understood.tsx';

const WAYS = ['text', 'file', 'hand'] as const;
type Way = (typeof WAYS)[number];

interface Props {
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
}

type Mapping = Readonly<Record<string, number>>;

interface Asked {
  readonly system: string;
  readonly statement: Blob;
  readonly mapping: Mapping | null;
  readonly automatic: boolean;
}

const inputOf = ({ system, statement, mapping, automatic }: Asked) => ({
  body: {
    payment_system_id: system,
    automatic: automatic ? ('true' as const) : ('false' as const),
    ...(mapping === null ? {} : { mapping: JSON.stringify(mapping) }),
  },
  files: { statement },
});

function useTaking(onDone: Props['onDone']) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const key = useRef<string | null>(null);
  const read = useMutation({
    mutationFn: async (asked: Asked): Promise<StatementReadingAttributes> =>
      (await api(officeReadStatement, inputOf(asked))).data.attributes,
  });
  const take = useMutation({
    mutationFn: async (asked: Asked) => {
      key.current ??= crypto.randomUUID();
      return (await api(officeImportStatement, { ...inputOf(asked), idempotencyKey: key.current })).data.attributes;
    },
    onSuccess: (taken) => onDone(t('office_by_hand.lines.taken', { added: taken.added, matched: taken.matched, known: taken.known })),
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.bankLines() });
    },
  });
  return { read, take };
}

function Refused({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  return error === null ? null : (
    <p className="problem" role="alert">
      {problemMessage(error, t)}
    </p>
  );
}

/** Pasted or from a file: first what is understood of it, then taken. */
function FromText({ system, way, onDone }: { readonly system: string; readonly way: 'text' | 'file'; readonly onDone: Props['onDone'] }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const [isAutomatic, setAutomatic] = useState(true);
  const { read, take } = useTaking(onDone);
  const chosen = useChosenFile(STATEMENT_FILE, (next) => {
    setFile(next);
    setMapping(null);
    read.reset();
  });
  const statement = way === 'file' ? file : new Blob([text]);
  const ask = (chosen: Mapping | null) => {
    setMapping(chosen);
    if (statement !== null) read.mutate({ system, statement, mapping: chosen, automatic: isAutomatic });
  };
  const submit = () => ask(mapping);
  const count = read.data?.lines.filter((line) => !line.is_known).length ?? 0;
  return (
    <CheckedForm className="by-hand-form" onSubmit={submit}>
      {way === 'text' ? (
        <Textarea
          label={t('office_by_hand.lines.paste')}
          required
          description={t('office_by_hand.lines.paste_hint')}
          autosize
          minRows={4}
          maxRows={14}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            read.reset();
          }}
        />
      ) : (
        <FileInput
          label={t('office_by_hand.lines.file')}
          description={t('office_by_hand.lines.file_hint')}
          accept={acceptOf(STATEMENT_FILE)}
          required
          clearable
          clearButtonProps={{ 'aria-label': t('office.clear') }}
          value={file}
          error={chosen.problem ?? fieldProblem(read.error, 'statement')}
          onChange={chosen.choose}
        />
      )}
      {way === 'file' && fieldProblem(read.error, 'statement') !== undefined ? null : <Refused error={read.error} />}
      <Button type="submit" variant="default" loading={read.isPending}>
        {t('office_by_hand.lines.read')}
      </Button>
      {read.data === undefined ? null : (
        <>
          <Understood reading={read.data} onMapping={(chosen) => ask(chosen)} />
          <Checkbox
            label={t('office_by_hand.lines.automatic')}
            checked={isAutomatic}
            onChange={(event) => setAutomatic(event.currentTarget.checked)}
          />
          <Refused error={take.error} />
          <Button
            loading={take.isPending}
            disabled={read.data.lines.length === 0}
            onClick={() =>
              statement === null
                ? undefined
                : take.mutate({ system, statement, mapping: read.data.format === 'csv' ? read.data.mapping : null, automatic: isAutomatic })
            }
          >
            {t('office_by_hand.lines.take', { count })}
          </Button>
        </>
      )}
    </CheckedForm>
  );
}

const EMPTY = { amount: '', at: '', reference: '', last_digits: '', sender: '' };
const MOSCOW = '+03:00';

function ByHand({ system, onDone }: { readonly system: string; readonly onDone: Props['onDone'] }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const [draft, setDraft] = useState(EMPTY);
  const key = useRef<string | null>(null);
  const add = useMutation({
    mutationFn: async () => {
      key.current ??= crypto.randomUUID();
      const body = { ...draft, payment_system_id: system, at: draft.at === '' ? '' : `${draft.at}${MOSCOW}` };
      return (await api(officeAddBankLine, { body, idempotencyKey: key.current })).data.attributes;
    },
    onSuccess: (taken) => onDone(t('office_by_hand.lines.taken', { ...taken })),
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.bankLines() });
    },
  });
  const field = (name: keyof typeof EMPTY, type: 'text' | 'datetime-local' = 'text', isRequired = false) => (
    <TextInput
      label={t(`office_by_hand.lines.field.${name}`)}
      type={type}
      required={isRequired}
      autoComplete="off"
      value={draft[name]}
      error={fieldProblem(add.error, name)}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  return (
    <CheckedForm className="by-hand-form" onSubmit={() => add.mutate()}>
      {field('amount', 'text', true)}
      {field('at', 'datetime-local', true)}
      {field('reference')}
      {field('last_digits')}
      {field('sender')}
      <Refused error={add.error} />
      <Button type="submit" loading={add.isPending}>
        {t('office_by_hand.lines.add_single')}
      </Button>
    </CheckedForm>
  );
}

/** How bank lines come in: pasted, from a file, or typed. */
export function StatementForm({ onDone, onClose }: Props) {
  const { t } = useTranslation();
  const systems = useManualSystems();
  const [chosen, setChosen] = useState('');
  const [way, setWay] = useState<Way>('text');
  const system = chosen || (systems[0]?.code ?? '');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      lockScroll={false}
      size={640}
      title={t('office_by_hand.lines.add')}
      closeButtonProps={{ 'aria-label': t('office.cancel') }}
    >
      <div className="by-hand-form">
        <NativeSelect
          label={t('office_by_hand.system')}
          value={system}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={systems.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <SegmentedControl
          fullWidth
          aria-label={t('office_by_hand.lines.way')}
          value={way}
          onChange={(value) => setWay(WAYS.find((one) => one === value) ?? 'text')}
          data={WAYS.map((value) => ({ value, label: t(`office_by_hand.lines.ways.${value}`) }))}
        />
        {way === 'hand' ? (
          <ByHand key={system} system={system} onDone={onDone} />
        ) : (
          <FromText key={`${system} ${way}`} system={system} way={way} onDone={onDone} />
        )}
      </div>
    </Drawer>
  );
}
