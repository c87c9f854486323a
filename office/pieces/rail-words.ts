import type { Words } from '#office/words/Words.tsx';

/** Rail of what people recorded or paid; every other name is a provider's own. */
const PEOPLE = 'operator';

/** Who moved the money, as the office says it. */
export const railWords = (rail: string, t: Words['t']): string => (rail === PEOPLE ? t('office.by_people') : rail);
