import { Link } from 'react-router';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';

/** No such page. */
export function Lost() {
  const { t } = useWords();
  return (
    <div className="centre">
      <div className="door sheet">
        <h1>{t('office.lost.title')}</h1>
        <Link to={paths.queue()}>{t('office.lost.back')}</Link>
      </div>
    </div>
  );
}
