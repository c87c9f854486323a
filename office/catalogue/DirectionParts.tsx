import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { oneOf } from '#core/closed-list.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { NO_FILE_FLAGS } from '#core/payment-system/direction-rules.ts';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { Document } from './draft.ts';
import { type Form, useForm } from './form.ts';

/** A member that is an object; its cell holds its JSON. */
function readPart(form: Form, column: string): Document {
  try {
    const parsed: unknown = JSON.parse(form.cells[column] ?? '');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Document) : {};
  } catch {
    return {};
  }
}

const writePart = (form: Form, column: string, part: Document): void => form.change(column, JSON.stringify(part));

const FLAGS = Object.keys(NO_FILE_FLAGS).filter((name) => name !== 'city');

/** Flags that only the exported rate file uses. */
export function FileFlags() {
  const { t } = useTranslation();
  const form = useForm();
  const part = { ...NO_FILE_FLAGS, ...readPart(form, 'file_flags') };
  const set = (name: string, value: unknown) => writePart(form, 'file_flags', { ...part, [name]: value });
  const isWrong = Object.keys(form.problems).some((path) => path.startsWith('fileFlags'));
  return (
    <section className="sheet form-section" aria-labelledby="section-file-flags">
      <h2 id="section-file-flags">{t('catalogue_desk.column.file_flags')}</h2>
      <div className="form-grid">
        {FLAGS.map((name) => (
          <Checkbox
            key={name}
            className="form-flag"
            label={t(`catalogue_desk.flag.${name}`)}
            disabled={form.isReadOnly}
            checked={Object.entries(part).some(([key, value]) => key === name && value === true)}
            onChange={(event) => set(name, event.currentTarget.checked)}
          />
        ))}
        <TextInput
          label={t('catalogue_desk.flag.city')}
          description={t('catalogue_desk.hint.city')}
          disabled={form.isReadOnly}
          error={isWrong ? t('catalogue_desk.problem.city') : undefined}
          value={part.city ?? ''}
          onChange={(event) => set('city', event.currentTarget.value.trim().toUpperCase() || null)}
        />
      </div>
    </section>
  );
}

const RULES = ['never', 'always', 'above'] as const;

/** When the payer's card must be verified: never, always, or from an amount. */
export function Verification({ scale }: { readonly scale: number }) {
  const { t } = useTranslation();
  const form = useForm();
  const part = readPart(form, 'verification');
  const rule = oneOf(RULES, part['rule']) ?? 'never';
  const stored = part['incomeAmount'];
  const [amount, setAmount] = useState(typeof stored === 'string' && /^\d+$/.test(stored) ? formatAmount(BigInt(stored), scale) : '');
  const change = (nextRule: (typeof RULES)[number], text: string) => {
    const parsed = parseAmount(text, { scale, precision: scale });
    // An unreadable amount stays as it is: the form's check reports it
    writePart(
      form,
      'verification',
      nextRule === 'above' ? { rule: nextRule, incomeAmount: parsed.ok ? parsed.minor.toString() : text } : { rule: nextRule },
    );
  };
  const wrong = Object.keys(form.problems).some((path) => path.startsWith('verification'));
  return (
    <section className="sheet form-section" aria-labelledby="section-verification">
      <h2 id="section-verification">{t('catalogue_desk.column.verification')}</h2>
      <div className="form-grid">
        <NativeSelect
          label={t('catalogue_desk.part.rule')}
          disabled={form.isReadOnly}
          value={rule}
          data={RULES.map((value) => ({ value, label: t(`catalogue_desk.verification.${value}`) }))}
          onChange={(event) => change(oneOf(RULES, event.currentTarget.value) ?? 'never', amount)}
        />
        {rule === 'above' ? (
          <TextInput
            label={t('catalogue_desk.part.incomeAmount')}
            disabled={form.isReadOnly}
            inputMode="decimal"
            error={wrong ? t('catalogue_desk.problem.amount') : undefined}
            value={amount}
            onChange={(event) => {
              setAmount(event.currentTarget.value);
              change('above', event.currentTarget.value);
            }}
          />
        ) : null}
      </div>
    </section>
  );
}
