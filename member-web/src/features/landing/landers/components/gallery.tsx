import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/announcer';
import { IconButton } from '@/ui/icon-button/icon-button';
import { PageTitle } from '@/ui/page-title/page-title';
import { useLanderWords } from '../api/landers';
import card from './card.module.css';
import { FirstStep } from './first-step';
import styles from './gallery.module.css';
import { Garden, Hall, Kitchen, Library, Stairs } from './rooms';

const ROOMS = [
  ['hall', Hall],
  ['library', Library],
  ['kitchen', Kitchen],
  ['garden', Garden],
  ['landing', Stairs],
] as const satisfies [string, ComponentType][];

/** Rooms of the house behind arches, to leaf through by finger, key or button. */
export function Gallery() {
  const words = useLanderWords('gallery');
  return (
    <main id="main" className={styles.house}>
      <div className={`wrap stack ${styles.words}`}>
        <PageTitle>{words.headline}</PageTitle>
        <p className="lead">{words.lead}</p>
      </div>
      <Rooms />
      <div className={`wrap ${styles.step}`}>
        <div className={card.card}>
          <FirstStep button={words.button} />
        </div>
      </div>
    </main>
  );
}

function Rooms() {
  const { t } = useTranslation('landers');
  const shelf = useRef<HTMLUListElement>(null);
  const [number, setNumber] = useState(0);
  const position = t('scenes.position', { number: number + 1, total: ROOMS.length });
  const go = (next: number) => {
    shelf.current?.children[next]?.scrollIntoView({ block: 'nearest', inline: 'center' });
    announce(t(`gallery.rooms.${ROOMS[next]?.[0] ?? 'hall'}.title`));
  };
  const follow = () => shelf.current && setNumber(nearest(shelf.current));
  return (
    <section aria-label={t('gallery.label')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <ul ref={shelf} className={styles.shelf} onScroll={follow} tabIndex={0} aria-label={t('gallery.label')}>
        {ROOMS.map(([name, Room]) => (
          <li key={name} className={styles.room}>
            <div className={styles.arch}>
              <Room />
            </div>
            <h2>{t(`gallery.rooms.${name}.title`)}</h2>
            <p>{t(`gallery.rooms.${name}.text`)}</p>
          </li>
        ))}
      </ul>
      <div className={styles.controls}>
        <IconButton
          icon={ChevronLeft}
          look="line"
          label={t('scenes.previous')}
          isDisabled={number === 0}
          onPress={() => go(number - 1)}
        />
        <p className="num">{position}</p>
        <IconButton
          icon={ChevronRight}
          look="line"
          label={t('scenes.next')}
          isDisabled={number === ROOMS.length - 1}
          onPress={() => go(number + 1)}
        />
      </div>
    </section>
  );
}

/** The item whose middle is nearest to the middle of what is seen; at both ends, the first and the last. */
function nearest(shelf: HTMLElement): number {
  const items = [...shelf.children] as HTMLElement[];
  if (shelf.scrollLeft <= 1) return 0;
  if (shelf.scrollLeft + shelf.clientWidth >= shelf.scrollWidth - 1) return items.length - 1;
  const middle = shelf.scrollLeft + shelf.clientWidth / 2;
  const away = items.map((item) => Math.abs(item.offsetLeft - shelf.offsetLeft + item.offsetWidth / 2 - middle));
  return away.indexOf(Math.min(...away));
}
