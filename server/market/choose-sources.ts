import { type Choice, type ChoiceProblem, isKnownSource, problemsOfChoice } from '#contract/rate-source-choice.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { MARKET_SETTINGS_CHANGED } from './channels.ts';
import { findChoice, saveChoice } from './settings-store.ts';

/** Words of the refusal by what is wrong with an item. */
const WORDS = {
  unknown_source: 'rate_source_unknown',
  wrong_name: 'rate_source_name',
  wrong_address: 'rate_source_address',
  twice: 'rate_source_twice',
} as const satisfies Record<ChoiceProblem['problem'], string>;

/** A file is the machine's: only who starts the process names one. */
function firstProblem(
  { names, urls }: Choice,
  mode: 'demo' | 'production',
): { readonly item: string; readonly message: string } | undefined {
  const [problem] = problemsOfChoice({ names, urls });
  if (problem) return { item: problem.item, message: WORDS[problem.problem] };
  const file = names.find((item) => /(^|=)file:/.test(item));
  if (file !== undefined) return { item: file, message: WORDS.wrong_address };
  return mode === 'production' && names.includes('demo') ? { item: 'demo', message: WORDS.unknown_source } : undefined;
}

/** An address may carry a key: the log of what was done keeps where it goes and no more. */
const withoutKeys = (text: string): string => text.replace(/\?.*$/, '?...').replace(/\/\/[^/@]*@/, '//');

/** Where prices are read that the product does not bring: whoever names an address names the price. */
const addressesOf = ({ names, urls }: Choice): string =>
  JSON.stringify([names.filter((name) => !isKnownSource(name)).toSorted(), Object.entries(urls).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/**
 * Chooses the sources of prices; they are asked within seconds by whoever leads. Refuses a name that is none, an address that is
 * not http(s), an address that another than the owner names, and a choice made from an older one (`edit_conflict`).
 */
export async function chooseSources(
  deps: Pick<Deps, 'random' | 'secrets' | 'clock' | 'live' | 'settings'>,
  tx: Tx,
  input: Choice & { readonly version: number; readonly operatorId: string; readonly isOwner: boolean },
): Promise<Result<null, 'access_denied' | 'invalid_format' | 'edit_conflict'>> {
  const problem = firstProblem(input, deps.settings.mode);
  if (problem) return refuse({ code: 'invalid_format', field: 'names', message: problem.message, params: { item: problem.item } });
  const before = await findChoice(tx);
  if (!input.isOwner && before.version === input.version && addressesOf(before) !== addressesOf(input))
    return refuse({ code: 'access_denied', message: 'rate_source_owner' });
  const isSaved =
    before.version === input.version && (await saveChoice(tx, input, { operatorId: input.operatorId, now: deps.clock.now() }));
  if (!isSaved) return refuse({ code: 'edit_conflict', field: 'version' });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'choose_rate_sources',
    subjectType: 'rate_sources',
    subjectId: 'choice',
    detail: { before: before.names.map(withoutKeys), after: input.names.map(withoutKeys), moved: Object.keys(input.urls) },
  });
  await deps.live.notify(tx, MARKET_SETTINGS_CHANGED, 'choice');
  return accept(null);
}
