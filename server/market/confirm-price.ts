import { fractionFromDecimal } from '#core/money/fraction.ts';
import { isWithin } from '#core/pricing/median.ts';
import { ruleOf } from '#core/pricing/symbol-rules.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { fractionText, MARKET_SETTINGS_CHANGED } from './snapshot.ts';
import { unpackEvidence } from './evidence.ts';
import { findRules, saveConfirmation } from './store.ts';
import { findNewestEvidence } from './queries.ts';

/**
 * Confirms the level a price has jumped to (domain 2, jump breaker), while sources stay near it. Refuses without a jump, and a level
 * since left (`edit_conflict`).
 */
export async function confirmPrice(
  deps: Pick<Deps, 'random' | 'secrets' | 'clock' | 'live'>,
  tx: Tx,
  input: { readonly symbol: string; readonly level: string; readonly note: string; readonly operatorId: string },
): Promise<Result<null, 'not_found' | 'invalid_format' | 'edit_conflict'>> {
  const { symbol, note, operatorId } = input;
  const usd = fractionFromDecimal(input.level.trim());
  if (!usd || usd.num === 0n) return refuse({ code: 'invalid_format', field: 'level' });
  const newest = await findNewestEvidence(tx);
  const evidence = newest?.evidence ? unpackEvidence(newest.evidence)[symbol] : undefined;
  if (!evidence) return refuse({ code: 'not_found' });
  const level = evidence.reason === 'jump' && evidence.level !== null ? fractionFromDecimal(evidence.level) : undefined;
  const rule = ruleOf(symbol, await findRules(tx));
  if (!level || !isWithin(usd, level, rule.bandPpm)) return refuse({ code: 'edit_conflict', field: 'level' });
  await saveConfirmation(tx, { symbol, usd: fractionText(usd), operatorId, now: deps.clock.now() });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'confirm_price',
    subjectType: 'market_price',
    subjectId: symbol,
    detail: { level: input.level.trim(), snapshot_id: newest?.id, note },
  });
  await deps.live.notify(tx, MARKET_SETTINGS_CHANGED, symbol);
  return accept(null);
}
