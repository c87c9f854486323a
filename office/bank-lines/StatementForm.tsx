import { Button, Checkbox, Drawer, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import {
  officeAddBankLine,
  officeImportStatement,
  officeReadStatement,
  type StatementReadingAttributes,
} from '#contract/office/money/bank-lines.ts';
import { oneOf } from '#core/closed-list.ts';
import { acceptOf, STATEMENT_FILE } from '#core/file/file-rules.ts';
import { TABLE_COLUMNS } from '#core/statements/read-table.ts';
import { orderNumber } from '#core/order/number.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { FileInput, NativeSelect, Textarea, TextInput, useChosenFile } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useManualSystems } from '#office/pool/pool-systems.ts';
import { EarlierEntries } from './LineCard.tsx';

const MAX_SHOWN = 200;

interface StatementPreviewProps {
  readonly reading: StatementReadingAttributes;
  readonly onMapping: (mapping: Readonly<Record<string, number>>) => void;
}

/** What each column of a CSV statement holds. The mapping is stored for the next statement with the same column headers. */
function Columns({ reading: { heads: headers, mapping, is_mapping_known: isStored }, onMapping }: StatementPreviewProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="by-hand-rules">
      <legend>{t(isStored ? 'office_by_hand.lines.columns_known' : 'office_by_hand.lines.columns')}</legend>
      <div className="by-hand-pair">
        {TABLE_COLUMNS.map((field) => (
          <NativeSelect
            key={field}
            size="xs"
            label={t(`office_by_hand.lines.column.${field}`)}
            value={mapping[field] === undefined ? '' : String(mapping[field])}
            onChange={({ currentTarget: { value } }) => {
              const { [field]: _replaced, ...others } = mapping;
              onMapping(value === '' ? others : { ...others, [field]: Number(value) });
            }}
            data={[
              { value: '', label: '—' },
              ...headers.map((header, index) => ({ value: String(index), label: header || String(index + 1) })),
            ]}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Lines read from a statement with the orders they match, and the lines that were left out; nothing is stored yet. */
function StatementPreview(props: StatementPreviewProps) {
  const { t, locale } = useTranslation();
  const { lines, left_out: leftOut, format } = props.reading;
  return (
    <div className="stack" role="status">
      {format === 'csv' ? <Columns {...props} /> : null}
      <p>{t('office_by_hand.lines.understood', { count: lines.length })}</p>
      <ul className="by-hand-read">
        {lines.slice(0, MAX_SHOWN).map((line, index) => (
          <li key={index} className="line" data-known={line.is_known || undefined}>
            <strong>{money(line.amount, line.currency_iso_code, locale)}</strong>
            <span>{line.is_day_only ? clockTime(line.at, locale).slice(0, 5) : clockTime(line.at, locale)}</span>
            {line.last_digits === null ? null : <span className="code">*{line.last_digits}</span>}
            {line.sender === null ? null : <span>{line.sender}</span>}
            {line.reference === null ? null : <span className="code">{line.reference}</span>}
            {line.is_known ? <span className="badge">{t('office_by_hand.lines.known')}</span> : null}
            <EarlierEntries line={line} />
            {line.suggestions[0] === undefined ? null : (
              <span className={`badge ${line.suggestions[0].kind === 'exact' ? 'calm' : 'time'}`}>
                {t(`office_by_hand.lines.kind.${line.suggestions[0].kind}`)} {orderNumber(line.suggestions[0].order_id)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {leftOut.length === 0 ? null : (
        <details>
          <summary>{t('office_by_hand.lines.left_out', { count: leftOut.length })}</summary>
          <ul className="by-hand-read">
            {leftOut.slice(0, MAX_SHOWN).map((line, index) => (
              <li key={index} className="line dim">
                <span className="badge">{t(`office_by_hand.lines.problem.${line.problem}`)}</span>
                <span>{line.text}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const SOURCES = ['text', 'file', 'hand'] as const;
type Source = (typeof SOURCES)[number];

interface SourceProps {
  /** Code of the payment system. */
  readonly system: string;
  /** Called with the message to show. */
  readonly onDone: (message: string) => void;
}

/** Index of the statement's column by what it holds. */
type Mapping = Readonly<Record<string, number>>;

interface StatementInput {
  readonly system: string;
  readonly statement: Blob;
  /** Null: the server finds the columns. */
  readonly mapping: Mapping | null;
  readonly isAutomatic: boolean;
}

const requestOf = ({ system, statement, mapping, isAutomatic }: StatementInput) => ({
  body: {
    payment_system_id: system,
    automatic: isAutomatic ? ('true' as const) : ('false' as const),
    ...(mapping === null ? {} : { mapping: JSON.stringify(mapping) }),
  },
  files: { statement },
});

/** A statement, pasted or a file: read and previewed first, then imported. */
function StatementImport({ system, source, onDone }: SourceProps & { readonly source: 'text' | 'file' }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const [isAutomatic, setAutomatic] = useState(true);
  const read = useCommand(officeReadStatement);
  const importing = useCommand(officeImportStatement, {
    after: [keys.bankLines()],
    onDone: ({ data: { attributes: counts } }) => onDone(t('office_by_hand.lines.taken', { ...counts })),
  });
  const chosen = useChosenFile(STATEMENT_FILE, (next) => {
    setFile(next);
    setMapping(null);
    read.reset();
  });
  const statement = source === 'file' ? file : new File([text], 'statement.txt');
  const readAs = (next: Mapping | null) => {
    setMapping(next);
    if (statement !== null) read.run(requestOf({ system, statement, mapping: next, isAutomatic }));
  };
  const reading = read.result?.data.attributes;
  const importAll = () => {
    if (statement === null || reading === undefined) return;
    importing.run(requestOf({ system, statement, mapping: reading.format === 'csv' ? reading.mapping : null, isAutomatic }));
  };
  return (
    <CheckedForm className="stack" command={read} onSubmit={() => readAs(mapping)}>
      {source === 'text' ? (
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
          value={file}
          field="statement"
          error={chosen.problem}
          onChange={chosen.choose}
        />
      )}
      <FormProblem />
      <Button type="submit" variant="default" loading={read.isPending}>
        {t('office_by_hand.lines.read')}
      </Button>
      {reading === undefined ? null : (
        <>
          <StatementPreview reading={reading} onMapping={readAs} />
          <Checkbox
            label={t('office_by_hand.lines.automatic')}
            checked={isAutomatic}
            onChange={(event) => setAutomatic(event.currentTarget.checked)}
          />
          <CommandProblem error={importing.error} />
          <Button loading={importing.isPending} disabled={reading.lines.length === 0} onClick={importAll}>
            {t('office_by_hand.lines.take', { count: reading.lines.filter((line) => !line.is_known).length })}
          </Button>
        </>
      )}
    </CheckedForm>
  );
}

const NEW_LINE = { amount: '', at: '', reference: '', last_digits: '', sender: '' };
const MOSCOW = '+03:00';

/** One line entered by hand; its time is Moscow's. */
function SingleLine({ system, onDone }: SourceProps) {
  const { t } = useTranslation();
  const form = useFields(NEW_LINE);
  const add = useCommand(officeAddBankLine, {
    after: [keys.bankLines()],
    onDone: ({ data: { attributes: counts } }) => onDone(t('office_by_hand.lines.taken', { ...counts })),
  });
  const { at } = form.values;
  const submit = () => add.run({ body: { ...form.values, payment_system_id: system, at: at === '' ? '' : `${at}${MOSCOW}` } });
  const props = (name: keyof typeof NEW_LINE) => ({
    ...form.text(name),
    label: t(`office_by_hand.lines.field.${name}`),
    autoComplete: 'off',
  });
  return (
    <CheckedForm className="stack" command={add} onSubmit={submit}>
      <TextInput {...props('amount')} required />
      <TextInput {...props('at')} type="datetime-local" required />
      <TextInput {...props('reference')} />
      <TextInput {...props('last_digits')} />
      <TextInput {...props('sender')} />
      <FormProblem />
      <Button type="submit" loading={add.isPending}>
        {t('office_by_hand.lines.add_single')}
      </Button>
    </CheckedForm>
  );
}

/** Adds bank lines: a pasted statement, a file, or a single line. */
export function StatementForm({ onDone, onClose }: Pick<SourceProps, 'onDone'> & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const systems = useManualSystems();
  const [chosen, setChosen] = useState('');
  const [source, setSource] = useState<Source>('text');
  const system = chosen || (systems[0]?.code ?? '');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={640}
      title={t('office_by_hand.lines.add')}
      closeButtonProps={{ 'aria-label': t('office.cancel') }}
    >
      <div className="stack">
        <NativeSelect
          label={t('office_by_hand.system')}
          value={system}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={systems.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <SegmentedControl
          fullWidth
          aria-label={t('office_by_hand.lines.way')}
          value={source}
          onChange={(value) => setSource(oneOf(SOURCES, value) ?? 'text')}
          data={SOURCES.map((value) => ({ value, label: t(`office_by_hand.lines.ways.${value}`) }))}
        />
        {source === 'hand' ? (
          <SingleLine key={system} system={system} onDone={onDone} />
        ) : (
          <StatementImport key={`${system} ${source}`} system={system} source={source} onDone={onDone} />
        )}
      </div>
    </Drawer>
  );
}
