import { useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { PLACE_GROUPS, type PlaceGroup, placesOf } from '#office/places.ts';
import { type LaneCount, useWaitingWork } from './waiting-work.ts';

/** Number of waiting items of a screen; emphasised when one is overdue. */
function LaneBadge({ count, late }: LaneCount) {
  if (count === 0) return null;
  return <span className={`badge ${late === 0 ? 'person' : 'loss'}`}>{count}</span>;
}

const NO_ITEMS: LaneCount = { count: 0, late: 0 };

const STORAGE_KEY = 'office-menu';
const DAILY: readonly PlaceGroup[] = ['desk'];
/** A role with few screens sees all of them. */
const MAX_UNFOLDED = 12;

const storedGroups = (): readonly string[] | null => localStorage.getItem(STORAGE_KEY)?.split(' ') ?? null;

/** The open groups, stored on this device. */
function useOpenGroups(placeCount: number) {
  const [stored, setStored] = useState(storedGroups);
  const open = new Set(stored ?? (placeCount <= MAX_UNFOLDED ? PLACE_GROUPS : DAILY));
  const toggle = (group: PlaceGroup) => {
    const next = open.has(group) ? [...open].filter((one) => one !== group) : [...open, group];
    localStorage.setItem(STORAGE_KEY, next.join(' '));
    setStored(next);
  };
  return { open, toggle };
}

/** The menu of this operator's role, in groups that fold. A folded group shows the sum of its items, and the current screen. */
export function Menu({ onGo }: { readonly onGo?: () => void }) {
  const { t } = useTranslation();
  const { actions } = useOperator();
  const { pathname } = useLocation();
  const lanes: Readonly<Partial<Record<string, LaneCount>>> = useWaitingWork().lanes;
  const groups = PLACE_GROUPS.map((group) => ({
    group,
    places: placesOf(group).filter(([, place]) => actions.includes(place.needs)),
  })).filter(({ places }) => places.length > 0);
  const { open, toggle } = useOpenGroups(groups.flatMap(({ places }) => places).length);
  const laneOf = (name: string) => lanes[name] ?? NO_ITEMS;
  return (
    <nav className="menu" aria-label={t('office.nav.label')}>
      {groups.map(({ group, places }) => {
        const isOpen = open.has(group);
        const shown = isOpen ? places : places.filter(([, { to }]) => to !== '/' && pathname.startsWith(to));
        const folded = places.filter((place) => !shown.includes(place)).map(([name]) => laneOf(name));
        const sum = folded.reduce((all, lane) => ({ count: all.count + lane.count, late: all.late + lane.late }), NO_ITEMS);
        return (
          <div key={group} role="group" aria-label={t(`office.nav.group.${group}`)}>
            <button type="button" className="menu-part" aria-expanded={isOpen} onClick={() => toggle(group)}>
              {t(`office.nav.group.${group}`)}
              <LaneBadge {...sum} />
            </button>
            {shown.map(([name, place]) => (
              <NavLink key={name} to={place.to} end={name === 'queue'} {...(onGo === undefined ? {} : { onClick: onGo })}>
                {t(`office.nav.${name}`)}
                <LaneBadge {...laneOf(name)} />
              </NavLink>
            ))}
          </div>
        );
      })}
    </nav>
  );
}
