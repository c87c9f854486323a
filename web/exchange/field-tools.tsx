import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { networksOf, normaliseAddress } from '#core/requisites/address-shape.ts';
import { readPaymentUri } from '#core/requisites/payment-uri.ts';
import { Button } from '#ui/Button.tsx';
import type { System } from '#web/catalogue/systems.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { fieldsOf, pathOf } from './fields.ts';
import { canScan } from './qr-reader.ts';
import type { RequisiteField, RequisiteFieldsProps } from './requisite-field.ts';

/* Tools of the requisite fields, loaded after the page. */

const QrDialog = lazy(async () => ({ default: (await retryUntilLoaded(() => import('./QrDialog.tsx'))).QrDialog }));

export interface FieldInput extends RequisiteFieldsProps {
  readonly field: RequisiteField;
}

/** Stores the input; a payment URI is split into address and memo. */
export function applyInput({ form, side, system, field }: FieldInput, text: string): void {
  const uri = field.kind === 'wallet' && field.network !== null ? readPaymentUri(text) : undefined;
  form.changeRequisite(side, field.key, uri?.address ?? text);
  const memo = fieldsOf(system, side).find(({ kind }) => kind === 'memo');
  if (memo !== undefined && uri !== undefined && uri.memo !== null) form.changeRequisite(side, memo.key, uri.memo);
}

const valueOf = ({ form, side, field }: FieldInput): string => form.details[side][field.key] ?? '';

/** System of the same currency whose network the address belongs to; undefined: none, or the network is right. */
function systemOfAddress(input: FieldInput): System | undefined {
  const { field, system, choices } = input;
  if (field.kind !== 'wallet' || field.network === null) return undefined;
  const networks: readonly string[] = networksOf(normaliseAddress(valueOf(input)));
  if (networks.includes(field.network)) return undefined;
  return choices.find(
    (choice) => choice.currency_iso_code === system.currency_iso_code && choice.network !== null && networks.includes(choice.network),
  );
}

/** Changes to the network that the address belongs to, with the address and the other side kept. */
export function NetworkSwitch(input: FieldInput) {
  const { form, side, field, onSystem } = input;
  const { t } = useTranslation();
  const other = systemOfAddress(input);
  if (other === undefined) return null;
  const change = () => {
    onSystem(other);
    // The same address is valid for the other system: clears its error
    form.changeRequisite(side, field.key, valueOf(input));
  };
  return (
    <Button className="mt-2" onClick={change}>
      {t('exchange.form.switch_system', { name: other.name })}
    </Button>
  );
}

const canPaste = (): boolean => typeof navigator.clipboard?.readText === 'function';

/** Paste, and for addresses a QR code by the camera; each only where the browser can. */
export function FieldButtons(input: FieldInput) {
  const { form, side, field } = input;
  const { t } = useTranslation();
  const [isScannable, setIsScannable] = useState(false);
  const [isScanning, setIsScanning] = useState(false);
  const takesAddress = field.kind === 'wallet';
  const latest = useRef(input);
  latest.current = input;
  useEffect(() => {
    // A payment URI entered before this script was loaded
    const text = valueOf(latest.current);
    if (readPaymentUri(text) !== undefined) applyInput(latest.current, text);
  }, []);
  useEffect(() => {
    if (takesAddress) void canScan().then(setIsScannable);
  }, [takesAddress]);
  const take = (text: string) => {
    applyInput(latest.current, text.trim());
    form.checkField(pathOf(side, field.key));
  };
  // Refused, or nothing that is text: the field stays as it is
  const paste = () =>
    void navigator.clipboard
      .readText()
      .then((text) => text.trim() !== '' && take(text))
      .catch(() => undefined);
  if (!isScannable && !canPaste()) return null;
  return (
    <span className="absolute inset-y-0 right-0 flex items-center">
      {isScannable ? (
        <IconButton label={t('exchange.form.scan', { label: field.label })} path={CAMERA} onPress={() => setIsScanning(true)} />
      ) : null}
      {canPaste() ? <IconButton label={t('exchange.form.paste', { label: field.label })} path={CLIPBOARD} onPress={paste} /> : null}
      {isScanning ? (
        <Suspense fallback={null}>
          <QrDialog onText={take} onClose={() => setIsScanning(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}

const CAMERA = 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7 7h2v2H7zM11 7h2v2h-2zM7 11h2v2H7zM11 11h2v2h-2z';
const CLIPBOARD = 'M7 4H5v13h10V4h-2M7 3h6v3H7zM8 10h4M8 13h4';

function IconButton({ label, path, onPress }: { readonly label: string; readonly path: string; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="grid size-11 place-items-center rounded-tray text-muted hover:text-ink"
      onClick={onPress}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
