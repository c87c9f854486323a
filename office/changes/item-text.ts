import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { DIRECTION_COLUMNS, PAYMENT_SYSTEM_COLUMNS } from '#core/catalogue/columns.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { money } from '#office/format/figure.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

/** Scale and currency by payment system code, for amounts in minor units. */
export type Monies = ReadonlyMap<string, { readonly scale: number; readonly currency: string }>;

const OF_INCOME: ReadonlySet<string> = new Set(['incomeFeeFixed', 'minIncome', 'maxIncome']);
const OF_OUTCOME: ReadonlySet<string> = new Set(['outcomeFeeFixed']);
const OF_SYSTEM: ReadonlySet<string> = new Set(['minAmount', 'maxAmount', 'reserveBuffer', 'networkFee']);

function moneyOf({ entity, key }: ChangeItemDocument, member: string, monies: Monies) {
  const [income = '', outcome = ''] = key.split('>');
  if (entity === 'payment_system') return OF_SYSTEM.has(member) ? monies.get(key) : undefined;
  if (OF_INCOME.has(member)) return monies.get(income);
  return OF_OUTCOME.has(member) ? monies.get(outcome) : undefined;
}

type Tier = Readonly<Record<string, number>>;

/** A tier of the referral programme: its lower bound and its rate in parts per million. */
const isTier = (value: unknown): value is Tier =>
  typeof value === 'object' && value !== null && Object.values(value).every((bound) => typeof bound === 'number');

function tierText(tier: Tier, locale: Translation['locale']): string {
  const [from = 0, ppm = 0] = Object.values(tier);
  return `${from}: ${formatDecimal(formatAmount(BigInt(ppm), 4), { locale })} %`;
}

/** One value of a change as text. */
export function valueText(
  item: ChangeItemDocument,
  member: string,
  context: { readonly value: unknown; readonly monies: Monies } & Translation,
): string {
  const { value, t, locale, monies } = context;
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return t(value ? 'rates.filter.on' : 'rates.filter.off');
  if (member.endsWith('Ppm') && typeof value === 'number') return `${formatDecimal(formatAmount(BigInt(value), 4), { locale })}\u00A0%`;
  const currency = moneyOf(item, member, monies);
  if (currency !== undefined && typeof value === 'string' && /^\d+$/.test(value))
    return money(formatAmount(BigInt(value), currency.scale), currency.currency, locale);
  if (member === 'rateType') return t(`rates.rate_type.${value === 'floating' ? 'floating' : 'fixed'}`);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || '—';
  if (Array.isArray(value) && value.every(isTier)) return value.map((tier) => tierText(tier, locale)).join('; ') || '—';
  if (typeof value !== 'string') return JSON.stringify(value);
  return member === 'stage' || member === 'kind' ? t(`catalogue_desk.choice.${member}.${value}`) : value;
}

/** Subject of an item: a code, a pair, or a pair with the amount of its slot rule. */
export function keyText(key: string, monies?: Monies): string {
  const [income = '', outcome, amount] = key.split('>');
  const scale = outcome === undefined ? undefined : monies?.get(outcome)?.scale;
  const pair = outcome === undefined ? income : `${income} › ${outcome}`;
  return amount === undefined || scale === undefined ? pair : `${pair} · ${formatAmount(BigInt(amount), scale)}`;
}

const COLUMNS = [...DIRECTION_COLUMNS, ...PAYMENT_SYSTEM_COLUMNS];

/** The unit of a column heading; values here carry their own. */
const UNIT = /, %$/;

/** Name of a member, from the rate grid or the catalogue forms; one without a message is its code. */
export function memberText(member: string, t: Translation['t']): string {
  const column = COLUMNS.find((candidate) => candidate.member === member || candidate.member.startsWith(`${member}.`));
  const keys = [`rates.column.${member}`, `catalogue_desk.column.${column?.name}`];
  const key = keys.find((messageKey) => t(messageKey) !== messageKey);
  return key === undefined ? member : t(key).replace(UNIT, '');
}
