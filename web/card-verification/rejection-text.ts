import type { Translate } from '#web/i18n/translator.ts';

/** Why a card was refused, or that no reason was given (spec 8). */
export const rejectionText = (t: Translate, reason: string | null): string =>
  reason === null ? t('card_verification.rejected_unspecified') : t('card_verification.rejected_because', { reason });
