/** Heard by every process when a new set of market prices is stored. */
export const RATES_CHANGED = 'rates_changed';
/** Heard where sources are asked when their choice, a rule, a fixed price or a confirmation has changed. */
export const MARKET_SETTINGS_CHANGED = 'market_settings_changed';
