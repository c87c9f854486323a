import { useEffect, useRef, useState } from 'react';
import { CheckField } from '#ui/CheckField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { whenIdle } from '#web/loading/when-idle.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type * as AddressShapes from './address-shapes.ts';
import { fieldsOf, pathOf } from './fields.ts';
import type { OrderForm } from './order-form.ts';
import type { Side, System } from '#web/catalogue/systems.ts';

type Field = System['income_fields'][number];

/** Keyboard and autofill hints by kind of field. */
const INPUT_ATTRIBUTES: Readonly<Record<Field['kind'], { inputMode?: 'numeric' | 'tel' | 'email' | 'text'; autoComplete: string }>> = {
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
  /** Other systems of this side; one is suggested for an address of another network. */
  readonly choices: readonly System[];
  readonly onSystem: (system: System) => void;
}

/** Address formats, loaded after the page. Until then the input is not parsed and only the API checks it. */
type Shapes = typeof AddressShapes;

function useShapes(): Shapes | null {
  const [shapes, setShapes] = useState<Shapes | null>(null);
  useEffect(() => {
    const load = async () => setShapes(await import('./address-shapes.ts'));
    return whenIdle(() => void load().catch(() => undefined));
  }, []);
  return shapes;
}

interface FieldInput {
  readonly shapes: Shapes | null;
  readonly form: OrderForm;
  readonly side: Side;
  readonly system: System;
  readonly field: Field;
  readonly text: string;
}

/** Stores the input; a payment URI is split into address and memo. */
function applyInput({ shapes, form, side, system, field, text }: FieldInput): void {
  const uri = field.kind === 'wallet' && field.network !== null ? shapes?.readPaymentUri(text) : undefined;
  form.changeRequisite(side, field.key, uri?.address ?? text);
  const memo = fieldsOf(system, side).find(({ kind }) => kind === 'memo');
  if (memo !== undefined && uri !== undefined && uri.memo !== null) form.changeRequisite(side, memo.key, uri.memo);
}

/** System of the same currency whose network the address belongs to; undefined: none, or the network is right. */
function systemOfAddress(rejected: {
  shapes: Shapes | null;
  field: Field;
  value: string;
  system: System;
  choices: readonly System[];
}): System | undefined {
  const { shapes, field, value, system, choices } = rejected;
  if (shapes === null || field.kind !== 'wallet' || field.network === null) return undefined;
  const networks: readonly string[] = shapes.networksOf(shapes.normaliseAddress(value));
  if (networks.includes(field.network)) return undefined;
  return choices.find(
    (choice) => choice.currency_iso_code === system.currency_iso_code && choice.network !== null && networks.includes(choice.network),
  );
}

/** Requisite fields of a payment system, from its description. */
export function RequisiteFields({ side, system, form, choices, onSystem }: RequisiteFieldsProps) {
  const { t } = useTranslation();
  const { details, errors } = form;
  const shapes = useShapes();
  const applyLoadedShapes = useRef<(loaded: Shapes) => void>(() => undefined);
  applyLoadedShapes.current = (loaded) => {
    for (const field of fieldsOf(system, side)) {
      const text = details[side][field.key] ?? '';
      if (loaded.readPaymentUri(text) !== undefined) applyInput({ shapes: loaded, form, side, system, field, text });
    }
  };
  // Payment URIs entered before the formats were loaded
  useEffect(() => {
    if (shapes !== null) applyLoadedShapes.current(shapes);
  }, [shapes]);
  const switchTo = (otherSystem: System, field: Field) => {
    onSystem(otherSystem);
    // The same address is valid for the other system: clears its error
    form.changeRequisite(side, field.key, details[side][field.key] ?? '');
  };
  const fields = form.selectedWallet(side, system) === undefined ? fieldsOf(system, side) : [];
  return fields.map((field) => {
    const path = pathOf(side, field.key);
    const isAbsent = field.may_be_absent && side === 'outcome' && details.noMemo;
    const otherSystem =
      errors[path] === undefined ? undefined : systemOfAddress({ shapes, field, value: details[side][field.key] ?? '', system, choices });
    return (
      <div key={path}>
        <TextField
          name={path}
          label={field.required || field.may_be_absent ? field.label : t('shell.field.optional', { label: field.label })}
          hint={field.example === null ? undefined : t('shell.field.example', { example: field.example })}
          error={errors[path]}
          value={isAbsent ? '' : (details[side][field.key] ?? '')}
          disabled={isAbsent}
          maxLength={200}
          spellCheck={false}
          {...INPUT_ATTRIBUTES[field.kind]}
          onChange={(event) => applyInput({ shapes, form, side, system, field, text: event.target.value })}
          onBlur={() => form.checkField(path)}
        />
        {otherSystem === undefined ? null : (
          <button type="button" className="link mt-1 min-h-11 text-left text-sm" onClick={() => switchTo(otherSystem, field)}>
            {t('exchange.form.switch_system', { name: otherSystem.name })}
          </button>
        )}
        {field.may_be_absent && side === 'outcome' ? (
          <CheckField
            className="mt-2"
            name="no_memo"
            label={t('shell.field.no_memo')}
            checked={details.noMemo}
            onChange={(event) => form.change({ noMemo: event.target.checked })}
          />
        ) : null}
      </div>
    );
  });
}
