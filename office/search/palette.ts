import type { OfficeAction } from '#core/access/access.ts';
import { inOtherLayout } from '#core/search/keyboard-layout.ts';
import { useOperator, useSignOut } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { PLACE_GROUPS, placesOf } from '#office/places.ts';

/** A screen (`to`) or an action (`run`) of the palette. */
export interface PaletteEntry {
  readonly label: string;
  readonly to?: string;
  readonly run?: () => void;
  /** Shown without a text. */
  readonly isDaily: boolean;
}

/** Screens without an entry in the menu, named `office.search.action.<key>`. */
const OTHER_SCREENS = {
  account: { to: paths.account(), needs: 'enter_office' },
  new_system: { to: paths.newSystem(), needs: 'change_catalogue' },
  library: { to: paths.library(), needs: 'change_catalogue' },
  rule: { to: paths.directionRule(), needs: 'change_catalogue' },
  replies: { to: paths.cannedReplies(), needs: 'read_chat' },
  programme: { to: paths.programme(), needs: 'read_earnings' },
  pairs: { to: paths.referralPairs(), needs: 'read_earnings' },
  roles: { to: paths.roles(), needs: 'read_staff' },
  webhook_servers: { to: paths.webhookServers(), needs: 'read_partners' },
  categories: { to: paths.contentCategories(), needs: 'read_content' },
} as const satisfies Readonly<Record<string, { readonly to: string; readonly needs: OfficeAction }>>;

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Every word of the text begins a word of the label, in its own or in the other keyboard layout. */
export function isNamed(label: string, text: string): boolean {
  const words = wordsOf(label);
  const isIn = (query: string) => query.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
  return isIn(text.toLowerCase()) || isIn(inOtherLayout(text));
}

/** The screens and actions that match a text; without a text, the daily ones. */
export function usePalette(text: string, showKeys: () => void): readonly PaletteEntry[] {
  const { t, locale, choose } = useTranslation();
  const { actions } = useOperator();
  const signOut = useSignOut();
  const places = PLACE_GROUPS.flatMap((group, index) =>
    placesOf(group).map(([name, { to, needs }]) => ({ label: t(`office.nav.${name}`), to, needs, isDaily: index === 0 })),
  );
  const others = Object.entries(OTHER_SCREENS).map(([name, screen]) => ({
    ...screen,
    label: t(`office.search.action.${name}`),
    isDaily: false,
  }));
  const commands: Readonly<Record<string, () => void>> = {
    keys: showKeys,
    language: () => choose(locale === 'ru' ? 'en' : 'ru'),
    sign_out: () => signOut.run({}),
  };
  const entries: readonly PaletteEntry[] = [
    ...[...places, ...others].filter(({ needs }) => actions.includes(needs)),
    ...Object.entries(commands).map(([name, run]) => ({ label: t(`office.search.action.${name}`), run, isDaily: true })),
  ];
  const query = text.trim();
  return entries.filter(({ label, isDaily }) => (query === '' ? isDaily : isNamed(label, query)));
}
