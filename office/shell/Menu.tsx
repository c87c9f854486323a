import { NavLink } from 'react-router';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOperator } from '#office/api/operator.ts';
import { PLACE_GROUPS, placesOf } from './places.ts';
import { type LaneCount, useCalling } from './use-calling.ts';

/** How many wait there, where any do; louder where a promise is over. */
function Calling({ count, late }: LaneCount) {
  if (count === 0) return null;
  return <span className={`badge ${late === 0 ? 'person' : 'loss'}`}>{count}</span>;
}

const NONE: LaneCount = { count: 0, late: 0 };

/** Where one can go: what this operator's role opens, by the parts of the day's work. */
export function Menu({ onGo }: { readonly onGo?: () => void }) {
  const { t } = useTranslation();
  const { actions } = useOperator();
  const lanes: Readonly<Partial<Record<string, LaneCount>>> = useCalling().lanes;
  const groups = PLACE_GROUPS.map((group) => ({
    group,
    places: placesOf(group).filter(([, place]) => actions.includes(place.needs)),
  }));
  return (
    <nav className="menu" aria-label={t('office.nav.label')}>
      {groups
        .filter(({ places }) => places.length > 0)
        .map(({ group, places }) => (
          <div key={group} role="group" aria-label={t(`office.nav.group.${group}`)}>
            <span className="menu-part" aria-hidden="true">
              {t(`office.nav.group.${group}`)}
            </span>
            {places.map(([name, place]) => (
              <NavLink key={name} to={place.to} end={name === 'queue'} onClick={onGo}>
                {t(`office.nav.${name}`)}
                <Calling {...(lanes[name] ?? NONE)} />
              </NavLink>
            ))}
          </div>
        ))}
    </nav>
  );
}
