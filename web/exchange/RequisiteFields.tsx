import { useEffect, useRef, useState } from 'react';
import { CheckField } from '#ui/CheckField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { whenIdle } from '#web/shell/when-idle.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type * as AddressShapes from './address-shapes.ts';
import { fieldsOf, pathOf } from './fields.ts';
import type { OrderForm } from './order-form.ts';
import type { Side, System } from './systems.ts';

type Field = System['income_fields'][number];

/** How a keyboard and an autofill should meet each kind of field. */
const TYPING: Readonly<Record<Field['kind'], { inputMode?: 'numeric' | 'tel' | 'email' | 'text'; autoComplete: string }>> = {
  card: { inputMode: 'numeric', autoComplete: 'off' },
  bank_account: { inputMode: 'numeric', autoComplete: 'off' },
  iban: { autoComplete: 'off' },
  phone: { inputMode: 'tel', autoComplete: 'tel' },
  email: { inputMode: 'email', autoComplete: 'email' },
  wallet: { autoComplete: 'off' },
  memo: { autoComplete: 'off' },
  full_name: { autoComplete: 'name' },
  invoice_id: { autoComplete: 'off' },
  text: { autoComplete: 'off' },
};

export interface RequisiteFieldsProps {
  readonly side: Side;
  readonly system: System;
  readonly form: OrderForm;
  /** What else this side may be, and taking one of them: the cure for an address of another network. */
  readonly choices: readonly System[];
  readonly onSystem: (system: System) => void;
}

/** How addresses look, which comes after the page. Until then what is typed is kept as it is, and the API judges it. */
type Shapes = typeof AddressShapes;

function useShapes(): Shapes | null {
  const [shapes, setShapes] = useState<Shapes | null>(null);
  useEffect(() => {
    const load = async () => setShapes(await import('./address-shapes.ts'));
    return whenIdle(() => void load().catch(() => undefined));
  }, []);
  return shapes;
}

interface TypedField {
  readonly shapes: Shapes | null;
  readonly form: OrderForm;
  readonly side: Side;
  readonly system: System;
  readonly field: Field;
  readonly text: string;
}

/** A payment link becomes its address and, where the system has one, its memo; everything else is kept as typed. */
function takeTyped({ shapes, form, side, system, field, text }: TypedField): void {
  const uri = field.kind === 'wallet' && field.network !== null ? shapes?.readPaymentUri(text) : undefined;
  form.changeRequisite(side, field.key, uri?.address ?? text);
  const memo = fieldsOf(system, side).find(({ kind }) => kind === 'memo');
  if (memo !== undefined && uri !== undefined && uri.memo !== null) form.changeRequisite(side, memo.key, uri.memo);
}

/** The system of the same currency whose network the typed address belongs to. */
function cureOf(wrong: {
  shapes: Shapes | null;
  field: Field;
  value: string;
  system: System;
  choices: readonly System[];
}): System | undefined {
  const { shapes, field, value, system, choices } = wrong;
  if (shapes === null || field.kind !== 'wallet' || field.network === null) return undefined;
  const networks: readonly string[] = shapes.networksOf(shapes.normaliseAddress(value));
  if (networks.includes(field.network)) return undefined;
  return choices.find(
    (one) => one.currency_iso_code === system.currency_iso_code && one.network !== null && networks.includes(one.network),
  );
}

/** Draws the requisites of any payment system from their description: a new system needs a row, not a form. */
export function RequisiteFields({ side, system, form, choices, onSystem }: RequisiteFieldsProps) {
  const { t } = useWords();
  const { typed, errors } = form;
  const shapes = useShapes();
  const readAgain = useRef<(come: Shapes) => void>(() => undefined);
  readAgain.current = (come) => {
    for (const field of fieldsOf(system, side)) {
      const text = typed[side][field.key] ?? '';
      if (come.readPaymentUri(text) !== undefined) takeTyped({ shapes: come, form, side, system, field, text });
    }
  };
  // What was pasted before it was known how addresses look is read now
  useEffect(() => {
    if (shapes !== null) readAgain.current(shapes);
  }, [shapes]);
  const switchTo = (cure: System, field: Field) => {
    onSystem(cure);
    // The same text is right for the other system: what was said of it is said no more
    form.changeRequisite(side, field.key, typed[side][field.key] ?? '');
  };
  const fields = form.walletOf(side, system) === undefined ? fieldsOf(system, side) : [];
  return fields.map((field) => {
    const path = pathOf(side, field.key);
    const isAbsent = field.may_be_absent && side === 'outcome' && typed.noMemo;
    const cure = errors[path] === undefined ? undefined : cureOf({ shapes, field, value: typed[side][field.key] ?? '', system, choices });
    return (
      <div key={path}>
        <TextField
          name={path}
          label={field.required || field.may_be_absent ? field.label : t('shell.field.optional', { label: field.label })}
          hint={field.example === null ? undefined : t('shell.field.example', { example: field.example })}
          error={errors[path]}
          value={isAbsent ? '' : (typed[side][field.key] ?? '')}
          disabled={isAbsent}
          maxLength={200}
          spellCheck={false}
          {...TYPING[field.kind]}
          onChange={(event) => takeTyped({ shapes, form, side, system, field, text: event.target.value })}
          onBlur={() => form.checkField(path)}
        />
        {cure === undefined ? null : (
          <button type="button" className="link mt-1 min-h-11 text-left text-sm" onClick={() => switchTo(cure, field)}>
            {t('exchange.form.switch_system', { name: cure.name })}
          </button>
        )}
        {field.may_be_absent && side === 'outcome' ? (
          <CheckField
            className="mt-2"
            name="no_memo"
            label={t('shell.field.no_memo')}
            checked={typed.noMemo}
            onChange={(event) => form.change({ noMemo: event.target.checked })}
          />
        ) : null}
      </div>
    );
  });
}
