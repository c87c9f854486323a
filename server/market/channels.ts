/** Notified when a new snapshot of market prices is stored; every process subscribes. */
export const RATES_CHANGED = 'rates_changed';
/** Notified when the choice of sources, a rule, a fixed price or a confirmation has changed. */
export const MARKET_SETTINGS_CHANGED = 'market_settings_changed';
