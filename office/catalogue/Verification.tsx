import { useState } from 'react';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useForm } from './form.ts';
import { readPart, writePart } from './part.ts';

const RULES = ['never', 'always', 'above'] as const;
const COLUMN = 'verification';

/** When the card that is paid from has to be verified: never, always, or from an amount on. */
export function Verification({ scale }: { readonly scale: number }) {
  const { t } = useTranslation();
  const form = useForm();
  const part = readPart(form, COLUMN);
  const rule = RULES.find((one) => one === part['rule']) ?? 'never';
  const kept = part['incomeAmount'];
  const [amount, setAmount] = useState(typeof kept === 'string' && /^\d+$/.test(kept) ? formatAmount(BigInt(kept), scale) : '');
  const put = (nextRule: (typeof RULES)[number], text: string) => {
    const parsed = parseAmount(text, { scale, precision: scale });
    // What is no amount stays in the cell as it was typed, and is refused by the one check of the form
    writePart(
      form,
      COLUMN,
      nextRule === 'above' ? { rule: nextRule, incomeAmount: parsed.ok ? parsed.minor.toString() : text } : { rule: nextRule },
    );
  };
  const wrong = Object.keys(form.wrongs).some((path) => path.startsWith(COLUMN));
  return (
    <section className="sheet form-section" aria-labelledby="section-verification">
      <h2 id="section-verification">{t('catalogue_desk.column.verification')}</h2>
      <div className="form-grid">
        <NativeSelect
          label={t('catalogue_desk.part.rule')}
          disabled={form.isReadOnly}
          value={rule}
          data={RULES.map((one) => ({ value: one, label: t(`catalogue_desk.verification.${one}`) }))}
          onChange={(event) => put(RULES.find((one) => one === event.currentTarget.value) ?? 'never', amount)}
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
              put('above', event.currentTarget.value);
            }}
          />
        ) : null}
      </div>
    </section>
  );
}
