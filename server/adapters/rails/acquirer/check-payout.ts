import { callTemplates, type Part } from './call-templates.ts';
import type { AcquirerSettings } from './settings.ts';
import { namesIn } from './signature.ts';

/** Prefix of the names of a destination's fields, in the templates of payouts only. */
export const DESTINATION = 'destination.';

const PAYOUT_NAMES = ['payout', 'order', 'amount', 'amount_minor', 'currency', 'signature'] as const;

const isDestination = (name: string): boolean => name.startsWith(DESTINATION);

/** The parts of the settings that pay out. */
export function payoutParts({ payout, balance }: Pick<AcquirerSettings, 'payout' | 'balance'>): Part[] {
  const balanceParts =
    balance === undefined
      ? []
      : [
          {
            at: 'balance',
            templates: [...callTemplates(balance.call), ...Object.values(balance.same), balance.available],
            names: ['currency', 'signature'],
          },
        ];
  if (payout === undefined) return balanceParts;
  return [
    { at: 'payout.call', templates: callTemplates(payout.call), names: PAYOUT_NAMES },
    { at: 'payout.ask', templates: [...callTemplates(payout.ask.call), ...Object.values(payout.ask.same)], names: PAYOUT_NAMES },
    ...balanceParts,
  ];
}

/** Keys of the requisite fields that payouts need. */
export const destinationFields = (settings: Pick<AcquirerSettings, 'payout' | 'balance'>): string[] => [
  ...new Set(
    payoutParts(settings)
      .flatMap(({ templates }) => templates.flatMap(namesIn))
      .filter(isDestination)
      .map((name) => name.slice(DESTINATION.length)),
  ),
];

/** Problems of the payouts: what would pay twice, pay another person, or count as paid without proof. */
export function problemsOfPayout({ payout, refund, balance }: AcquirerSettings): string[] {
  if (payout === undefined) return balance === undefined ? [] : ['balance is for payouts, and there is no payout'];
  const sent = callTemplates(payout.call).flatMap(namesIn);
  const compared = Object.values(payout.ask.same).flatMap(namesIn);
  const checks: readonly (readonly [boolean, string])[] = [
    [refund !== undefined, 'payout and refund cannot both be described: with payouts, refunds are payouts'],
    [!sent.includes('payout'), 'payout.call must send {payout}: without our reference nobody could tell whether it was executed'],
    [!sent.includes('amount') && !sent.includes('amount_minor'), 'payout.call must send {amount} or {amount_minor}'],
    [!sent.includes('currency'), 'payout.call must send {currency}'],
    [!sent.some(isDestination), 'payout.call must send a field of the destination: {destination.<key>}'],
    [Object.values(payout.result.words).includes('executed'), 'payout.result.words must not say executed: only payout.ask does'],
    [payout.ask.list === undefined, 'payout.ask must name its list: a document without one is an error, not an unknown payout'],
    [!Object.values(payout.ask.words).includes('executed'), 'payout.ask.words must list what is executed'],
    [!compared.some(isDestination) || !compared.includes('currency'), 'payout.ask.same must compare {currency} and the destination'],
  ];
  return checks.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []));
}
