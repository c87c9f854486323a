import { type Choice, type ChoiceProblem, isKnownSource, problemsOfChoice } from '#contract/office/catalogue/rate-source-choice.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { MARKET_SETTINGS_CHANGED } from './snapshot.ts';
import { findChoice, saveChoice } from './store.ts';

/** Message key of the refusal for each problem of an item. */
const PROBLEM_MESSAGES = {
  unknown_source: 'rate_source_unknown',
  wrong_name: 'rate_source_name',
  wrong_address: 'rate_source_address',
  twice: 'rate_source_twice',
} as const satisfies Record<ChoiceProblem['problem'], string>;

/**
 * The first entry that cannot be used, with the message about it. An entry is `name` or `name=url`. `file:` URLs are refused: only
 * environment variables may name a file of the machine.
 */
function firstProblem(
  { names, urls }: Choice,
  mode: 'demo' | 'production',
): { readonly item: string; readonly message: string } | undefined {
  const [problem] = problemsOfChoice({ names, urls });
  if (problem) return { item: problem.item, message: PROBLEM_MESSAGES[problem.problem] };
  const file = names.find((item) => /(^|=)file:/.test(item));
  if (file !== undefined) return { item: file, message: PROBLEM_MESSAGES.wrong_address };
  return mode === 'production' && names.includes('demo') ? { item: 'demo', message: PROBLEM_MESSAGES.unknown_source } : undefined;
}

/** Removes query and user info: an address may carry an API key, which must not reach the audit log. */
const withoutKeys = (text: string): string => text.replace(/\?.*$/, '?...').replace(/\/\/[^/@]*@/, '//');

/** The custom addresses of a choice as comparable text. Only the owner may change them: an address decides the price. */
const addressesOf = ({ names, urls }: Choice): string =>
  JSON.stringify([names.filter((name) => !isKnownSource(name)).toSorted(), Object.entries(urls).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/**
 * Saves the choice of price sources, applied within seconds. Refuses an unknown name, an address that is not http(s), a new address from
 * a non-owner, and an outdated version (`edit_conflict`).
 */
export async function chooseSources(
  deps: Pick<Deps, 'random' | 'secrets' | 'clock' | 'live' | 'settings'>,
  tx: Tx,
  input: Choice & { readonly version: number; readonly operatorId: string; readonly isOwner: boolean },
): Promise<Result<null, 'access_denied' | 'invalid_format' | 'edit_conflict'>> {
  const problem = firstProblem(input, deps.settings.mode);
  if (problem) return refuse({ code: 'invalid_format', field: 'names', message: problem.message, params: { item: problem.item } });
  const before = await findChoice(tx);
  const conflict = { code: 'edit_conflict', field: 'version' } as const;
  if (before.version !== input.version) return refuse(conflict);
  if (!input.isOwner && addressesOf(before) !== addressesOf(input)) return refuse({ code: 'access_denied', message: 'rate_source_owner' });
  const isSaved = await saveChoice(tx, input, { operatorId: input.operatorId, now: deps.clock.now() });
  if (!isSaved) return refuse(conflict);
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
